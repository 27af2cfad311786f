package hdtrace

import "strconv"

// relationText makes the text of relations.
type relationText struct {
	traceText        // for the times
	between   string // records
}

func newRelationText(h *RelationHeader, decimals int, oneLine bool) relationText {
	x := relationText{traceText: traceText{start: h.TimeAdjustment, decimals: decimals}, between: "\n"}
	if oneLine {
		x.between = ""
	}
	return x
}

const relationEnd = "</relation>\n"

// append writes the begin of a file.
func (h *RelationHeader) append(dst []byte) []byte {
	dst = append(dst, `<relation version="1"`...)
	for _, a := range []Attribute{{"hostID", h.Host}, {"localToken", h.Process}, {"topologyNumber", strconv.Itoa(h.Topology)}} {
		dst = appendAttribute(append(dst, ' '), a.Name, a.Value, '"')
	}
	dst = append(dst, ` timeAdjustment="`...)
	dst = append(appendShortest(dst, h.TimeAdjustment), '"')
	if h.ProcessorMHz > 0 {
		dst = appendAttribute(append(dst, ' '), "processorSpeedinMHZ", strconv.Itoa(h.ProcessorMHz), '\'')
	}
	if h.ProcessorModel != "" {
		dst = appendAttribute(append(dst, ' '), "processorModelName", h.ProcessorModel, '\'')
	}
	return append(dst, ">\n"...)
}

// record writes a record.
func (x *relationText) record(dst []byte, r *RelationRecord) []byte {
	tag := relationTags[r.Kind]
	dst = append(append(dst, '<'), tag...)
	if r.Kind == Started {
		dst = appendAttribute(append(dst, ' '), "name", r.Name, '"')
	}
	dst = strconv.AppendInt(append(dst, ` t="`...), r.Token, 10)
	dst = append(x.time(append(dst, `" time="`...), r.Time), '"')
	if r.Related {
		how := " p"
		if r.Parent.Process != "" {
			how = " l"
		}
		if r.Parent.Host != "" {
			how = " r"
		}
		dst = appendAttribute(dst, how, r.Parent.String(), '"')
	}
	for _, a := range r.Attributes {
		dst = appendAttribute(append(dst, ' '), a.Name, a.Value, '"')
	}
	if len(r.Elements) == 0 && r.Text == "" {
		return append(append(dst, "/>"...), x.between...)
	}
	dst = appendContent(append(dst, '>'), r.Elements, r.Text, '\'')
	dst = append(append(append(dst, "</"...), tag...), '>')
	return append(dst, x.between...)
}

// close ends the states of a token, and the token.
func (x *relationText) close(dst []byte, token int64, states int, at Epoch) []byte {
	for range states {
		dst = x.record(dst, &RelationRecord{Kind: Ended, Token: token, Time: at, Attributes: []Attribute{{UnfinishedAttribute, "1"}}})
	}
	return x.record(dst, &RelationRecord{Kind: Destroyed, Token: token, Time: at})
}
