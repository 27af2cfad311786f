package relation

import (
	"strconv"

	"github.com/go-hpc/timers/stats/hdtrace"
	"github.com/go-hpc/timers/stats/hdtrace/internal/markup"
)

// text makes the text of relations.
type text struct {
	clockText markup.Times
	between   string // records
}

func newText(h *Header, decimals int, oneLine bool) text {
	x := text{clockText: markup.Times{Start: h.TimeAdjustment, Decimals: decimals}, between: "\n"}
	if oneLine {
		x.between = ""
	}
	return x
}

const ending = "</relation>\n"

// append writes the start of a file.
func (h *Header) append(dst []byte) []byte {
	dst = append(dst, `<relation version="1"`...)
	for _, a := range []hdtrace.Attribute{{Name: "hostID", Value: h.Host}, {Name: "localToken", Value: h.Process}, {Name: "topologyNumber", Value: strconv.Itoa(h.Topology)}} {
		dst = markup.AppendAttribute(append(dst, ' '), a.Name, a.Value, '"')
	}
	dst = append(dst, ` timeAdjustment="`...)
	dst = append(markup.AppendShortest(dst, h.TimeAdjustment), '"')
	if h.ProcessorMHz > 0 {
		dst = markup.AppendAttribute(append(dst, ' '), "processorSpeedinMHZ", strconv.Itoa(h.ProcessorMHz), '\'')
	}
	if h.ProcessorModel != "" {
		dst = markup.AppendAttribute(append(dst, ' '), "processorModelName", h.ProcessorModel, '\'')
	}
	return append(dst, ">\n"...)
}

// record writes a record.
func (x *text) record(dst []byte, r *Record) []byte {
	tag := tags[r.Kind]
	dst = append(append(dst, '<'), tag...)
	if r.Kind == Started {
		dst = markup.AppendAttribute(append(dst, ' '), "name", r.Name, '"')
	}
	dst = strconv.AppendInt(append(dst, ` t="`...), r.Token, 10)
	dst = append(x.clockText.Append(append(dst, `" time="`...), r.Time), '"')
	if r.Related {
		how := " p"
		if r.Parent.Process != "" {
			how = " l"
		}
		if r.Parent.Host != "" {
			how = " r"
		}
		dst = markup.AppendAttribute(dst, how, r.Parent.String(), '"')
	}
	for _, a := range r.Attributes {
		dst = markup.AppendAttribute(append(dst, ' '), a.Name, a.Value, '"')
	}
	if len(r.Elements) == 0 && r.Text == "" {
		return append(append(dst, "/>"...), x.between...)
	}
	dst = markup.AppendContent(append(dst, '>'), r.Elements, r.Text, '\'')
	dst = append(append(append(dst, "</"...), tag...), '>')
	return append(dst, x.between...)
}

// close ends the states of a token, and the token.
func (x *text) close(dst []byte, token int64, states int, at hdtrace.Epoch) []byte {
	for range states {
		dst = x.record(dst, &Record{Kind: Ended, Token: token, Time: at, Attributes: []hdtrace.Attribute{{Name: hdtrace.UnfinishedAttribute, Value: "1"}}})
	}
	return x.record(dst, &Record{Kind: Destroyed, Token: token, Time: at})
}
