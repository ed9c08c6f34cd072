// Supports a television's remote control: its arrows move between a few buttons, and OK presses one.

import { fill, h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { bind } from "../lib/keys.js";
import { go } from "../lib/router.js";
import { onChange, set, settings } from "../lib/settings.js";
import { icon, iconButton } from "./icons.js";

export function remote() {
  const fullscreen = iconButton("fullscreen", t("tv.fullscreen"), () => {
    if (document.fullscreenElement) void document.exitFullscreen();
    else void document.documentElement.requestFullscreen().catch(() => undefined);
  });
  const sound = iconButton("sound", "", () => set("sound", settings().sound === "off" ? "normal" : "off"));
  const leave = iconButton("close", t("tv.leave"), () => void go("/"));
  const buttons = [...(document.fullscreenEnabled ? [fullscreen] : []), sound, leave];
  const element = h("nav.tv__remote", { "aria-label": t("tv.remote") }, ...buttons);

  const showSound = () => {
    const isOn = settings().sound !== "off";
    fill(sound, icon(isOn ? "sound" : "silent"));
    sound.setAttribute("aria-label", t(isOn ? "tv.sound_off" : "tv.sound_on"));
  };
  showSound();

  /** @param {number} by */
  const walk = (by) => {
    const at = buttons.findIndex((button) => button === document.activeElement);
    const next = at < 0 ? 0 : (at + by + buttons.length) % buttons.length;
    buttons[next]?.focus();
  };
  return {
    element,

    /** Bind the remote control's keys. Return a function that unbinds them. */
    bind() {
      const unsubscribe = onChange(showSound);
      const steps = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1, Enter: 1 };
      const keys = Object.entries(steps).map(([key, by]) => [key, [t("tv.remote"), () => walk(by)]]);
      const unbind = bind(Object.fromEntries(keys));
      return () => {
        unsubscribe();
        unbind();
      };
    },
  };
}
