package trace

// isNear reports whether one text becomes another by changing, adding or removing at most one byte.
func isNear(a []byte, b string) bool {
	if len(a) < len(b)-1 || len(a) > len(b)+1 {
		return false
	}
	i := 0
	for i < len(a) && i < len(b) && a[i] == b[i] {
		i++
	}
	j := 0
	for j < len(a)-i && j < len(b)-i && a[len(a)-1-j] == b[len(b)-1-j] {
		j++
	}
	return max(len(a), len(b))-i-j <= 1
}
