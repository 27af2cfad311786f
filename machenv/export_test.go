package machenv

import "time"

// SetGrace sets how fast a rank that waits in a round is expected to answer.
func (r *Rounds) SetGrace(grace time.Duration) { r.grace = grace }
