// The page's own SHA-256 against Node's.

import assert from "node:assert/strict";
import { createHash, createHmac } from "node:crypto";
import { test } from "node:test";

import { fromHex, hex, hmac, sha256 } from "roost/model/sha256.js";

for (const length of [0, 1, 55, 56, 63, 64, 65, 119, 120, 1000]) {
  test(`the hashes of ${length} bytes agree with Node's`, () => {
    const data = Uint8Array.from({ length }, (_, place) => (7 * place + length) % 256);
    assert.equal(hex(sha256(data)), createHash("sha256").update(data).digest("hex"));
    assert.equal(hex(hmac(data, data)), createHmac("sha256", data).update(data).digest("hex"));
    assert.deepEqual(fromHex(hex(data)), data);
  });
}
