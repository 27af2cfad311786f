// Everything on the page for an interval of the timeline: the states are reduced to regions and figures, as the timers
// reduce theirs. Only what the command computes from all calls of a run (quantiles of calls) is not there.

const Interval = {
  base: null, // the data of the whole run, while others are shown
  from: 0,
  to: 0,

  // possible says whether every state of the interval is there.
  possible: (from, to) =>
    Data.runs.length === 1 &&
    TimeData.lanes.length > 0 &&
    TimeData.lanes.every((lane) => TimeData.complete(lane, from, to)),

  take(from, to) {
    if (!Interval.base) Interval.base = { regions: Data.regions, environments: Data.environments, runs: Data.runs };
    Object.assign(Interval, { from, to });
    App.swap(Interval.reduce(from, to));
  },

  drop() {
    const base = Interval.base;
    Interval.base = null;
    App.swap(base);
  },

  header: () =>
    el(
      'div',
      { class: 'run interval' },
      el('strong', { text: 'Interval ' }),
      el('span', {
        class: 'fact',
        text:
          Format.time(Interval.to - Interval.from) +
          ' from ' +
          Format.time(Interval.from) +
          ' on: what the lanes of the timeline did then. Calls are those that ended in it. ',
      }),
      el('button', { type: 'button', 'data-choice': 'whole', text: 'Whole run', on: { click: Interval.drop } }),
    ),

  // reduce makes the data of a run of what the lanes did.
  reduce(from, to) {
    const nodes = [],
      place = new Map(),
      below = Interval.below(),
      environments = Interval.environments(),
      { efficiency } = Interval.base.runs[0];
    Interval.waits = new Set(efficiency && efficiency.part ? efficiency.part.waits : []);
    const node = (parent, name, rank) => {
      const at = Interval.place(
          below.get(Interval.path(parent < 0 ? -1 : nodes[parent].at, Interval.named(name))) || [],
          environments,
          rank,
        ),
        key = parent + ' ' + name + ' ' + at;
      if (!place.has(key)) {
        place.set(key, nodes.length);
        nodes.push({
          parent,
          name,
          at,
          ranks: new Map(),
          calls: 0,
          self: 0,
          threads: 0,
          sum: 0,
          squares: 0,
          whole: 0,
          communicates: Interval.isCall(name) || Interval.waits.has(at) || (parent >= 0 && nodes[parent].communicates),
          polls: /^MPI_(Test|Iprobe|Improbe)/.test(Interval.named(name)),
          min: Infinity,
          max: 0,
          minRank: -1,
          maxRank: -1,
        });
      }
      return place.get(key);
    };
    const numbers = Interval.numbers();
    for (const lane of Interval.lanes()) Interval.add(lane, numbers.get(lane.rank), from, to, nodes, node);
    return Interval.data(nodes, from, to);
  },

  // numbers are the ranks by their labels; those that are no numbers are counted.
  numbers() {
    const labels = [...new Set(TimeData.lanes.map((lane) => lane.rank))];
    const named = labels.some((label) => !/^\d+$/.test(label));
    return new Map(labels.map((label, i) => [label, named ? i : Number(label)]));
  },

  // isCall says whether a state is a call of MPI in which ranks wait.
  isCall: (name) => /^(MPI_(?!File_)|sync_)/.test(Interval.named(name)),

  // lanes are those of threads. Calls of MPI in a lane of their own beside that of their thread are in the regions that made them.
  lanes() {
    const key = (lane, thread) => JSON.stringify([lane.host, lane.rank, thread]),
      by = new Map(TimeData.lanes.map((lane) => [key(lane, lane.thread), lane]));
    return TimeData.lanes.flatMap((lane) => {
      if (lane.thread.startsWith('mpi') && by.has(key(lane, lane.thread.slice(3)))) return [];
      const calls = by.get(key(lane, 'mpi' + lane.thread));
      return [calls ? Interval.nested(lane, calls) : lane];
    });
  },

  // nested has the states of two lanes, those of calls in the region that their middle lies in.
  nested(lane, calls) {
    const all = { rank: lane.rank, host: lane.host, start: [], end: [], depth: [], name: [] },
      put = (of, i, start, depth) => {
        all.start.push(start);
        all.end.push(of.end[i]);
        all.depth.push(depth);
        all.name.push(of.name[i]);
      },
      open = [];
    let next = 0,
      around = 0;
    const until = (time) => {
      for (; next < lane.start.length && lane.start[next] <= time; next++) {
        open.length = lane.depth[next];
        open.push(next);
        put(lane, next, lane.start[next], lane.depth[next]);
      }
    };
    for (let i = 0; i < calls.start.length; i++) {
      if (!calls.depth[i]) {
        const middle = (calls.start[i] + calls.end[i]) / 2;
        until(middle);
        while (open.length && lane.end[open[open.length - 1]] < middle) open.pop();
        around = open.length;
      }
      const last = all.start.length ? all.start[all.start.length - 1] : 0;
      put(calls, i, Math.max(calls.start[i], last), around + calls.depth[i]);
    }
    until(Infinity);
    return all;
  },

  // waiting is how long one thread waits in each node, with what lies between the polls of one wait, where there is little else.
  waiting(total, calls, nodes) {
    const waits = new Map(),
      below = new Map();
    for (const [at, time] of [...total].sort((a, b) => b[0] - a[0])) {
      const n = nodes[at],
        b = below.get(at) || { time: 0, polled: 0, polls: 0, work: false },
        left = Math.max(time - b.time, 0),
        between = !b.work && b.polls > 0 && (left <= b.polled || left <= 1e6 * b.polls) ? left : 0,
        wait = n.communicates ? time : Math.min((waits.get(at) || 0) + between, time);
      waits.set(at, wait);
      if (n.parent < 0) continue;
      waits.set(n.parent, (waits.get(n.parent) || 0) + wait);
      const up = below.get(n.parent) || { time: 0, polled: 0, polls: 0, work: false };
      up.time += time;
      if (n.polls) {
        up.polled += time;
        up.polls += calls.get(at) || 0;
      }
      up.work = up.work || !n.communicates;
      below.set(n.parent, up);
    }
    return waits;
  },

  // add adds what one thread did. What a rank took is what the slowest of its threads did.
  add(lane, rank, from, to, nodes, node) {
    const total = new Map(),
      own = new Map(),
      calls = new Map(),
      open = [],
      known = new Map(),
      width = Data.timeline.names.length;
    const find = (parent, name) => {
      const key = (parent + 1) * width + name;
      if (!known.has(key)) known.set(key, node(parent, name, rank));
      return known.get(key);
    };
    const last = TimeData.first(lane.start, to);
    for (let i = 0; i < last; i++) {
      if (lane.end[i] <= from) continue;
      const d = lane.depth[i],
        took = Math.min(lane.end[i], to) - Math.max(lane.start[i], from);
      const at = find(d ? open[d - 1] : -1, lane.name[i]),
        n = nodes[at];
      open[d] = at;
      total.set(at, (total.get(at) || 0) + took);
      own.set(at, (own.get(at) || 0) + took);
      if (d) own.set(open[d - 1], own.get(open[d - 1]) - took);
      calls.set(at, (calls.get(at) || 0) + 1);
      if (lane.end[i] <= to) n.calls++;
      if (lane.end[i] > to || lane.start[i] < from) continue;
      n.whole++;
      n.sum += took;
      n.squares += took * took;
      if (took < n.min) Object.assign(n, { min: took, minRank: rank });
      if (took > n.max || n.maxRank < 0) Object.assign(n, { max: took, maxRank: rank });
    }
    const waits = Interval.waiting(total, calls, nodes);
    for (const [at, time] of total) {
      const n = nodes[at],
        other = n.ranks.get(rank);
      n.threads++;
      n.self += own.get(at);
      if (!other || time > other.time) n.ranks.set(rank, { time, host: lane.host, waits: waits.get(at) });
    }
  },

  // data has the form of what the command writes.
  data(nodes, from, to) {
    const base = Interval.base,
      first = base.runs[0],
      at = nodes.map((n) => n.at);
    const size = Math.max(first.size, 1 + Math.max(-1, ...Interval.numbers().values()));
    const regions = {
      parent: nodes.map((n) => n.parent),
      name: nodes.map((n) => Interval.named(n.name)),
      environment: at.map((i) => (i === undefined ? 0 : base.regions.environment[i])),
      leftOut: 0,
    };
    const of = at.map((i) => (i === undefined ? size : first.columns.of[i]));
    const columns = Interval.columns(nodes, of);
    return {
      regions,
      environments: base.environments,
      runs: [
        Object.assign({}, first, {
          size,
          from,
          to,
          columns,
          warned: 0,
          values: [],
          lacks: [],
          form: [first.form, Format.time(to - from) + ' of its timeline'].filter(Boolean).join(', '),
          heat: Interval.heat(nodes, size),
          efficiency: first.efficiency && first.efficiency.part && Efficiency.ofPart(nodes, first.efficiency.part),
        }),
      ],
    };
  },

  // named is the name of a state as the run has it, which may call MPI's functions as the trace does.
  named: (name) =>
    Interval.base.regions.name.includes(Data.timeline.names[name]) ? Data.timeline.names[name] : Timeline.label(name),

  // environments are those of the run by the numbers that regions have for them.
  environments() {
    const list = [];
    for (const e of Interval.base.runs[0].environments || []) list[e.environment] = e;
    return list;
  },

  // has says whether a rank is of an environment; without members all are.
  has: (environment, rank) =>
    !environment.members ||
    environment.members.some((r) => rank >= r.first && rank <= r.last && (rank - r.first) % (r.stride || 1) === 0),

  path: (parent, name) => parent + ' ' + name,

  // below are the regions of the run by what they are in and their name.
  below() {
    const regions = Interval.base.regions,
      below = new Map();
    regions.name.forEach((name, i) => {
      const key = Interval.path(regions.parent[i], name);
      below.set(key, (below.get(key) || []).concat([i]));
    });
    return below;
  },

  // place is which of the regions of one call path a rank is in: that of an environment that it is of, if there are several.
  place(regions, environments, rank) {
    const mine =
      regions.length < 2
        ? -1
        : regions.findIndex((i) => {
            const e = environments[Interval.base.regions.environment[i]];
            return e && e.members && Interval.has(e, rank);
          });
    return regions[Math.max(mine, 0)];
  },

  columns(nodes, of) {
    const c = { about: {}, below: {}, of };
    const column = (name, f) => {
      c[name] = nodes.map(f);
    };
    const times = nodes.map((n) =>
      [...n.ranks].map(([rank, r]) => ({ rank, time: r.time })).sort((a, b) => a.time - b.time || a.rank - b.rank),
    );
    const wall = times.map((list) => list.reduce((sum, r) => sum + r.time, 0));
    const left = wall.slice();
    nodes.forEach((n, i) => {
      if (n.parent >= 0) left[n.parent] -= wall[i];
    });
    const quantile = (list, q) => list[Math.min(list.length - 1, Math.floor(q * list.length))].time;
    const deviation = (count, sum, squares) =>
      count > 1 ? Math.sqrt(Math.max(0, (squares - (sum * sum) / count) / (count - 1))) : 0;
    column('ranks', (n) => n.ranks.size);
    column('running', () => 0);
    column('tracks', (n) => n.threads);
    column('calls', (n) => n.calls);
    column('estimated', () => false);
    column('wall', (_, i) => wall[i]);
    column('self', (n) => n.self);
    column('untimed', (_, i) => left[i]);
    column('share', (_, i) => (wall[0] > 0 ? wall[i] / wall[0] : 0));
    column('mean', (n, i) => wall[i] / n.ranks.size);
    column('meanAll', (_, i) => wall[i] / of[i]);
    column('stdDev', (n, i) =>
      deviation(
        n.ranks.size,
        wall[i],
        times[i].reduce((sum, r) => sum + r.time * r.time, 0),
      ),
    );
    column('min', (_, i) => times[i][0].time);
    column('minRank', (_, i) => times[i][0].rank);
    column('max', (_, i) => times[i][times[i].length - 1].time);
    column('maxRank', (_, i) => times[i].find((r) => r.time === c.max[i]).rank);
    column('median', (_, i) => quantile(times[i], 0.5));
    column('p90', (_, i) => quantile(times[i], 0.9));
    column('imbalance', (_, i) => c.max[i] - c.mean[i]);
    column('imbalanceShare', (_, i) => (c.max[i] > 0 ? c.imbalance[i] / c.max[i] : 0));
    column('callMean', (n) => (n.whole ? n.sum / n.whole : 0));
    column('callStdDev', (n) => deviation(n.whole, n.sum, n.squares));
    column('callMin', (n) => (n.whole ? n.min : 0));
    column('callMinRank', (n) => n.minRank);
    column('callMax', (n) => n.max);
    column('callMaxRank', (n) => n.maxRank);
    for (const name of ['callMedian', 'callP99', 'callFirst']) column(name, () => 0);
    column('rankHistogram', () => []);
    column('callHistogram', () => []);
    return c;
  },

  // heat is the times of ranks, in bins of several where there are many.
  heat(nodes, size) {
    const width = Math.max(1, Math.ceil(size / 256)),
      bins = Math.ceil(size / width),
      profiles = new Array(bins).fill(0);
    for (const rank of new Set(Interval.numbers().values())) profiles[Math.floor(rank / width)]++;
    const largest = new Float32Array(nodes.length * bins).fill(NaN),
      middle = largest.slice();
    nodes.forEach((n, row) => {
      const sums = new Map();
      for (const [rank, r] of n.ranks) {
        const k = Math.floor(rank / width),
          s = sums.get(k) || { n: 0, sum: 0, most: 0 };
        sums.set(k, { n: s.n + 1, sum: s.sum + r.time, most: Math.max(s.most, r.time) });
      }
      for (const [k, s] of sums) {
        largest[row * bins + k] = s.most;
        middle[row * bins + k] = s.sum / s.n;
      }
    });
    const slow = nodes.map((n) =>
      [...n.ranks]
        .map(([rank, r]) => ({ rank, time: r.time, host: r.host }))
        .sort((a, b) => b.time - a.time || a.rank - b.rank)
        .slice(0, 5),
    );
    return { width, profiles, rows: nodes.map((_, i) => i), slow, largest, middle };
  },
};
