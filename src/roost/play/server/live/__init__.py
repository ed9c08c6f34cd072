"""What is alive in a running server: tables in use, who watches them, bots that play, answers that take a while."""
