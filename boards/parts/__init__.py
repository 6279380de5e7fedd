"""Parts that several boards have: kinds of keys, speakers and lamps."""
