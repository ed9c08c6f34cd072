"""What Can't Stop brings to the rest of Roost: its words and its rules page."""
