"""What boards are built of: kinds of keys, loudspeakers and lamps."""
