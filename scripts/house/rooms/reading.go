package rooms

import "strings"

// Reading maps the packages that every engineer of the timers reads to their files, in the order in which to read them: from
// what is called from outside down to what is only called by files before it, as far as an order was found.
var Reading = map[string][]string{
	"mpitimer": files(`mpitimer timers owner world finalize signal broadcast checkpoint conclude report attached config_check gptlfiles written
		hint option output parts files audience lone reduce lost region rounds place signal_unix tables warnings snapshot control config
		config_attached`),
	"mpitimer/internal/engine": files(`engine track hot place switch given known counting layout leftout lend named open slow others
		environment prefix process query region search shared hooks handover throttle target ticks tracks wait directory warning`),
	"stats": files(`doc profile summary part merge reduce treemessage finish check counter encoding figure lacks measured bins untimed
		metamessage align record partial meta counted derive payload histogram rankset hash message seen since fields codec uint256 uint128
		useful device index`),
}

func files(names string) []string {
	list := strings.Fields(names)
	for i := range list {
		list[i] += ".go"
	}
	return list
}
