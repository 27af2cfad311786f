// What the widths and the colours of icicles stand for: time, or any other figure of a region.

const Measures = {
  chosen: 'time', // the width
  kept: new Map(), // sizes, by run, of this moment

  // counters are those of all runs, by name.
  counters: () => [...new Map(Data.runs.flatMap((run) => run.counters.map((c) => [c.name, c]))).values()],

  // value is a counter of a region, undefined if the region has none.
  value(name, i, run) {
    const of = Data.runs[run].counters;
    return (Data.runs[run].of.get(i) || []).find((v) => v.ranks > 0 && of[v.counter].name === name);
  },

  // adds says whether values of ranks add up: those of one board are the same on all of its ranks.
  adds: (c) => /^(process|thread)/.test(c.domain),

  widths() {
    const list = {
      time: { name: 'time', text: 'sum over ranks of the time', of: Model.sum },
      calls: { name: 'calls', text: 'calls', of: (i, run) => Model.get('calls', i, run) },
      imbalance: {
        name: 'imbalance',
        text: 'slowest rank minus the mean',
        of: (i, run) => Model.get('imbalance', i, run),
      },
    };
    for (const c of Measures.counters().filter((c) => !c.peak)) {
      list['counter ' + c.name] = {
        name: c.name,
        text: c.name + (Measures.adds(c) ? ', sum over ranks' : ', mean of the ranks that measured it'),
        of: (i, run) => Measures.value(c.name, i, run)?.[Measures.adds(c) ? 'sum' : 'mean'],
      };
    }
    return list;
  },

  // width says how wide a region is: at least as wide as those below it together, so that these have room.
  width() {
    if (Measures.chosen === 'time') return Model.sum;
    const { of } = Measures.widths()[Measures.chosen] || Measures.widths().time;
    return (i, run) => {
      const key = Measures.chosen + ' ' + run,
        regions = Data.regions;
      if (Measures.kept.get(key)?.of !== Data.runs[run].columns) {
        const list = Float64Array.from({ length: Model.count }, (_, k) =>
            Model.has(k, run) ? Math.max(0, of(k, run) || 0) : 0,
          ),
          below = new Float64Array(Model.count);
        for (let k = Model.count - 1; k >= 0; k--) {
          // parents stand before their children
          list[k] = Math.max(list[k], below[k]);
          if (regions.parent[k] >= 0 && !Model.beside(k)) below[regions.parent[k]] += list[k];
        }
        Measures.kept.set(key, { of: Data.runs[run].columns, list });
      }
      return Measures.kept.get(key).list[i];
    };
  },

  // colours of a run: their scales, and what of them a region has.
  colours(run) {
    const list = {
      imbalance: {
        name: 'imbalance',
        text: 'colour: imbalance as a share of the slowest rank’s time',
        scale: 'rising',
        low: 'balanced',
        high: 'one rank works, others wait',
        of: (i) => Colours.rising(Model.get('imbalanceShare', i, run)),
      },
      self: {
        name: 'own time',
        text: 'colour: share of the time that is outside of timed children',
        scale: 'rising',
        low: 'in children',
        high: 'own',
        of: (i) => {
          const total = Model.get('wall', i, run);
          return Colours.rising(total > 0 ? Math.min(1, Model.get('untimed', i, run) / total) : 0);
        },
      },
      change: {
        name: 'change between the runs',
        text: 'colour: change of the mean over all ranks, second run against first',
        scale: 'both',
        low: 'faster',
        high: 'slower',
        of: (i) => Colours.both(Icicle.change(i)),
      },
    };
    for (const c of Measures.counters()) list['counter ' + c.name] = Measures.colour(c, run);
    return list;
  },

  // colour of a counter is how much of it a second of the region has, or its largest value if it is a peak.
  colour(c, run) {
    const each = (i) => {
      const v = Measures.value(c.name, i, run),
        time = Model.get('mean', i, run);
      return v === undefined ? NaN : c.peak ? v.max : time > 0 ? v.mean / (time / 1e9) : NaN;
    };
    let most = 0;
    for (const i of Model.regions(run)) if (each(i) > most) most = each(i);
    const unit = c.peak ? c.unit : c.unit === 'J' ? 'W' : (c.unit || '') + '/s';
    return {
      name: c.name,
      text:
        'colour: ' +
        c.name +
        (c.peak ? ', largest value' : ', of a second of the region') +
        '; none where it was not measured',
      scale: 'rising',
      low: '0',
      high: Format.quantity(most, unit),
      of: (i) =>
        Number.isNaN(each(i)) ? Colours.parts(Colours.scale('none')) : Colours.rising(most > 0 ? each(i) / most : 0),
    };
  },
};
