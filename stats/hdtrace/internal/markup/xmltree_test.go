package markup

import (
	"errors"
	"strings"
	"testing"

	"github.com/go-hpc/timers/stats/hdtrace"
)

// What a whole file may hold beside its elements, and what an XML parser refuses.
func TestXMLForms(t *testing.T) {
	for what, c := range map[string]struct{ text, want string }{
		"declared":             {"<?xml version='1.0' encoding='utf8'?><a/>", ""},
		"Latin-1":              {"<?xml version=\"1.0\" encoding=\"ISO-8859-15\" standalone=\"yes\"?><a/>", ""},
		"other encoding":       {"<?xml version='1.0' encoding='KOI8-R'?><a/>", "encoding"},
		"no version":           {"<?xml encoding='UTF-8'?><a/>", "expected version"},
		"byte order mark":      {"\ufeff<a/>", ""},
		"style sheet":          {"<?xml-stylesheet href='a'?><a/>", ""},
		"declared late":        {"\n<?xml version='1.0'?><a/>", "the very beginning"},
		"odd instruction":      {"<a><?b=c?></a>", "no blank after"},
		"instruction":          {"<a><?b c?></a>", ""},
		"comment":              {"<!-- b --><a/>", ""},
		"hyphens in a comment": {"<a><!-- b -- c --></a>", "-- in a comment"},
		"comment without end":  {"<a><!-- b", "does not end"},
		"document type":        {"<!DOCTYPE a SYSTEM 'a.dtd'><a/>", ""},
		"own declarations":     {"<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>", "declarations of its own"},
		"wrong end":            {"<a><b></a></b>", "end tag"},
		"end alone":            {"</a>", "end tag"},
		"second root":          {"<a/><b/>", "second root"},
		"text outside":         {"<a/>b", "outside of the root"},
		"blank by number":      {"&#32;<a/>", ""},
		"twice":                {"<a b='' b=''/>", "twice"},
		"crowded":              {"<a b=''c=''/>", "a blank before"},
		"prefixes":             {"<a xmlns:x='y' x:b='1'><x:c/></a>", ""},
		"end of no CDATA":      {"<a>]]></a>", "outside of CDATA"},
		"name not UTF-8":       {"<a\xff/>", "UTF-8"},
	} {
		_, err := Parse(strings.NewReader(c.text))
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %v, want %q", what, err, c.want)
		}
	}
}

// Places are those of the file, not of the text that it was decoded to.
func TestXMLPlaceLatin1(t *testing.T) {
	before := "<?xml version='1.0' encoding='ISO-8859-1'?>\n<a b='\xe4'>\n"
	_, err := Parse(strings.NewReader(before + "</c>"))
	var fault *hdtrace.FormatError
	if !errors.As(err, &fault) || fault.Offset != int64(len(before)) || fault.Line != 3 {
		t.Errorf("project: %v, want line 3, byte %d", err, len(before))
	}
}
