"""The adapters of Zombie Dice."""
