// The run over time, as arrays: lanes of states, and series of statistics.

const TimeData = {
  ready: false,
  lanes: [],
  series: [],
  version: 0, // of what is unpacked
  coarse: 4096, // bins of a lane whose states are all there, for views of much of it

  // unpack takes a timeline in place of the one before.
  async unpack(t) {
    const stream = await Packed.stream(t.data ?? document.getElementById('timeline').textContent),
      bytes = new Uint8Array(await stream.arrayBuffer()),
      place = { at: 0 };
    Data.timeline = t;
    TimeData.lanes = t.lanes.map((l, index) => Object.assign({ index, since: 0, until: t.length }, l));
    if (!t.whole) for (const lane of TimeData.lanes) lane.bins = TimeData.sharesOf(bytes, place, t.bins);
    const times = States.read(bytes, place);
    if (!t.whole) times.fill(0);
    for (const lane of TimeData.lanes)
      if (t.whole) TimeData.late(lane);
      else TimeData.eachIn(lane, 0, t.length, (name, ns) => (times[name] += ns));
    TimeData.unpackMessages(bytes, place);
    TimeData.path = TimeData.pathOf(bytes, place, t.path);
    TimeData.unpackSeries(bytes, place);
    TimeData.steps = null;
    if (t.steps) {
      const { start, end } = TimeData.windows(bytes, place, t.steps),
        seconds = TimeData.reals(bytes, place, t.steps.columns * t.steps.ranks.length * t.steps.regions.length);
      TimeData.steps = Object.assign({}, t.steps, { start, end, seconds });
    }
    TimeData.extent = TimeData.ofLanes();
    TimeData.order = [...times.keys()].sort((a, b) => times[b] - times[a]);
    TimeData.ready = true;
    TimeData.version++;
  },

  reals(bytes, place, length) {
    const view = new DataView(bytes.buffer, place.at, 4 * length);
    place.at += 4 * length;
    return Float32Array.from({ length }, (_, k) => view.getFloat32(4 * k, true));
  },

  // unpackSeries has of each series means and largest values, as told or of the values that it has at times.
  unpackSeries(bytes, place) {
    const number = () => TimeData.number(bytes, place),
      times = Array.from({ length: number() }, () => {
        let last = 0;
        return Array.from({ length: number() }, () => {
          const from = last + TimeData.signed(number());
          last = from + number();
          return [from, last];
        });
      }),
      { series, points } = Data.timeline;
    TimeData.series = series.map((s) => {
      const reals = (n) => TimeData.reals(bytes, place, n);
      if (!s.times) return { ...s, mean: reals(points), max: reals(points) };
      const at = times[s.times - 1];
      return { ...s, ...TimeData.course(at, reals(at.length), points) };
    });
  },

  // course gathers values into equal parts of the time.
  course(at, values, points) {
    const width = Data.timeline.length / points,
      max = new Float32Array(points).fill(NaN),
      sum = new Float64Array(points),
      time = new Float64Array(points);
    at.forEach(([from, to], i) => {
      const v = values[i];
      if (Number.isNaN(v)) return;
      for (let k = Math.min(Math.floor(from / width), points - 1); k < points && k * width < to; k++) {
        const part = Math.min(to, (k + 1) * width) - Math.max(from, k * width);
        if (part <= 0) continue;
        if (!(v <= max[k])) max[k] = v;
        sum[k] += v * part;
        time[k] += part;
      }
    });
    return { mean: Float32Array.from(sum, (s, k) => s / time[k]), max };
  },

  // windows are the times of steps, of each rank and column, on the clock that its lanes stand by.
  windows(bytes, place, { ranks, columns }) {
    const start = new Float64Array(ranks.length * columns).fill(NaN),
      end = start.slice();
    for (let rank = 0; rank < ranks.length; rank++) {
      const lane = TimeData.lanes.find((l) => l.rank === ranks[rank]),
        on = (t) => (lane ? Clocks.undo(lane.clock, t) : t);
      for (let i = rank * columns, last = 0; i < (rank + 1) * columns; i++) {
        const by = TimeData.number(bytes, place) - 1;
        if (by < 0) continue;
        last += by % 2 ? -(by + 1) / 2 : by / 2;
        start[i] = on(last);
        end[i] = on(last + TimeData.number(bytes, place));
      }
    }
    return { start, end };
  },

  // ofLanes is from the first state to the end of the last one: statistics may have begun long before, as those of a node's power.
  ofLanes() {
    const length = Data.timeline.length,
      lanes = TimeData.lanes.filter((l) => l.start && l.start.length);
    if (!Data.timeline.whole || lanes.length === 0) return { from: 0, to: length };
    return {
      from: Math.min(...lanes.map((l) => l.start[0])),
      to: Math.max(...lanes.map((l) => Math.max(l.start[l.start.length - 1], l.to.length ? l.to[l.to.length - 1] : 0))),
    };
  },

  // pathOf is the path back from the end of the run, from its end: lanes, and from when to when.
  pathOf(bytes, place, of) {
    const path = [];
    for (let k = 0, to = of ? of.to : 0; of && k < of.parts; k++) {
      const lane = TimeData.number(bytes, place),
        from = to - TimeData.number(bytes, place),
        { clock } = TimeData.lanes[lane];
      path.push({ lane, from: Clocks.undo(clock, from), to: Clocks.undo(clock, to) });
      to = from;
    }
    return path;
  },

  // messages are in the order in which they were sent; calls are those of MPI, and not relations. A wait is from since to at, if that is later.
  unpackMessages(bytes, place) {
    const n = Data.timeline.messages,
      { lanes } = TimeData,
      number = () => TimeData.number(bytes, place),
      { signed } = TimeData,
      column = (list, f) => list.map((_, i) => f(i));
    // time reads that of a state of a lane, or one that is told.
    const time = (of, end) => {
      const states = new Float64Array(lanes.length);
      let last = 0;
      return column(new Float64Array(n), (i) => {
        const by = number() - 1,
          lane = of[i];
        if (by < 0) return Clocks.undo(lanes[lane].clock, (last += signed(number())));
        return lanes[lane][end][(states[lane] += signed(by))];
      });
    };
    const from = column(new Uint32Array(n), number),
      to = column(new Uint32Array(n), number),
      kind = Uint8Array.from(to, (v) => v % Messages.kinds);
    to.forEach((v, i) => (to[i] = Math.floor(v / Messages.kinds)));
    const at = time(from, 'start'),
      since = time(to, 'start'),
      until = time(to, 'end'),
      sizes = column(new Float64Array(n), number),
      calls = kind.reduce((sum, k) => sum + (k !== Messages.caused), 0);
    const list = { n, from, to, kind, at, since, until, bytes: sizes, longest: 0, calls };
    if (Clocks.recorded) Clocks.reorder(list);
    for (let i = 0; i < n; i++)
      list.longest = Math.max(list.longest, Math.abs(list.until[i] - list.at[i]), Math.abs(list.at[i] - list.since[i]));
    TimeData.messages = list;
  },

  // eachMessage gives those that have to do with an interval, until it has been enough.
  eachMessage(from, to, f) {
    const m = TimeData.messages;
    for (let i = TimeData.first(m.at, from - m.longest - 1); i < m.n && m.at[i] <= to + m.longest; i++) {
      if (Math.max(m.at[i], m.until[i]) >= from && Math.min(m.at[i], m.since[i]) <= to && f(i)) return;
    }
  },

  signed: (v) => (v % 2 ? -(v + 1) / 2 : v / 2),

  number(bytes, place) {
    let v = 0,
      factor = 1;
    for (;;) {
      const b = bytes[place.at++];
      v += (b & 127) * factor;
      if (b < 128) return v;
      factor *= 128;
    }
  },

  // late makes the bins of a lane when they are first asked for: of ten thousand lanes that would take seconds.
  late(lane) {
    let bins = null;
    Object.defineProperty(lane, 'bins', {
      enumerable: true,
      get: () => {
        bins = bins || TimeData.binned(lane, TimeData.coarse);
        return bins;
      },
    });
  },

  // binned gathers a lane into equal parts, each a list of names and shares, the largest first.
  binned(lane, n) {
    const width = Data.timeline.length / n;
    const bins = { n, first: new Uint32Array(n + 1), name: [], share: [] };
    let at = 0;
    for (let k = 0; k < n; k++) {
      bins.first[k] = bins.name.length;
      const low = k * width,
        high = low + width;
      while (at < lane.to.length && lane.to[at] <= low) at++;
      const shares = new Map();
      for (let i = at; i < lane.from.length && lane.from[i] < high; i++) {
        const part = (Math.min(high, lane.to[i]) - Math.max(low, lane.from[i])) / width;
        const name = lane.name[lane.of[i]];
        shares.set(name, (shares.get(name) || 0) + part);
      }
      for (const [name, share] of [...shares].sort((a, b) => b[1] - a[1])) {
        bins.name.push(name);
        bins.share.push(share);
      }
    }
    return TimeData.packed(bins);
  },

  packed(bins) {
    bins.first[bins.n] = bins.name.length;
    return Object.assign(bins, { name: Uint32Array.from(bins.name), share: Float32Array.from(bins.share) });
  },

  // sharesOf reads the bins of a lane that has no more.
  sharesOf(bytes, place, n) {
    const bins = { n, first: new Uint32Array(n + 1), name: [], share: [] };
    for (let k = 0; k < n; k++) {
      bins.first[k] = bins.name.length;
      for (let m = TimeData.number(bytes, place); m > 0; m--) {
        bins.name.push(TimeData.number(bytes, place));
        bins.share.push(bytes[place.at++] / 255);
      }
    }
    return TimeData.packed(bins);
  },

  // first is the first place in an ascending list, or in what of it is from a place on, whose value is above a limit.
  first(list, limit, low = 0) {
    let high = list.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (list[middle] > limit) high = middle;
      else low = middle + 1;
    }
    return low;
  },

  // eachIn gives names and times of what a lane did from one time to another.
  eachIn(lane, from, to, f) {
    if (TimeData.complete(lane, from, to)) {
      for (let i = TimeData.first(lane.to, from); i < lane.from.length && lane.from[i] < to; i++) {
        f(lane.name[lane.of[i]], Math.min(to, lane.to[i]) - Math.max(from, lane.from[i]), lane.of[i]);
      }
      return;
    }
    const width = Data.timeline.length / lane.bins.n;
    for (let k = Math.floor(from / width); k < lane.bins.n && k * width < to; k++) {
      const part = Math.min(to, (k + 1) * width) - Math.max(from, k * width);
      for (let j = lane.bins.first[k]; j < lane.bins.first[k + 1]; j++) f(lane.bins.name[j], lane.bins.share[j] * part);
    }
  },

  // complete says whether all states of a lane are there in an interval.
  complete: (lane, from, to) => Boolean(lane.from) && from >= lane.since && to <= lane.until,

  // exact says whether a view has so few states of a lane that each is drawn.
  exact(lane, from, to, pixels) {
    if (!TimeData.complete(lane, from, to)) return false;
    if (lane.from.length < 2 * pixels) return true;
    if ((to - from) / pixels < Data.timeline.length / (Data.timeline.whole ? TimeData.coarse : lane.bins.n))
      return true;
    return TimeData.inside(lane, from, to) < 2 * pixels;
  },

  // eachMark gives the states without length of a lane from one time to another, of those closer than a distance one.
  eachMark(lane, from, to, apart, f) {
    const { marks, markAt } = lane;
    if (!marks) return;
    let low = 0,
      high = marks.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (markAt[middle] >= from) high = middle;
      else low = middle + 1;
    }
    for (let last = -Infinity; low < marks.length && markAt[low] <= to; low++) {
      const at = markAt[low];
      if (at - last < apart) continue;
      f(at, marks[low]);
      last = at;
    }
  },

  // inside is how many stretches of a lane are in an interval.
  inside: (lane, from, to) => (lane.from ? TimeData.first(lane.from, to) - TimeData.first(lane.to, from) : 0),

  title: (lane) =>
    [
      lane.host,
      lane.rank === '' ? '' : 'rank ' + lane.rank,
      lane.thread === '' ? '' : (lane.index < 0 ? '' : 'thread ') + lane.thread,
    ]
      .filter(Boolean)
      .join(' ') + (Rows.under(lane) > 0 ? ' ▸ ' + Rows.under(lane) + ' more' : '') || Data.timeline.name,
};
