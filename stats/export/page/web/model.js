// What the page knows, and what of it is selected.

const Data = Packed.data;

// Model answers questions about regions. A region is its index in Data.regions; run is 0 or 1.
const Model = {
  count: 0,
  two: Data.runs.length === 2,
  children: [],
  roots: [],
  flat: false, // no region is below another

  start() {
    Model.count = Data.regions.name.length;
    Model.roots = [];
    Model.children = Array.from({ length: Model.count }, () => []);
    Data.regions.parent.forEach((p, i) => (p < 0 ? Model.roots : Model.children[p]).push(i));
    Model.flat = Model.count > 1 && Model.roots.length === Model.count;
    Data.runs.forEach((run) => {
      run.of = new Map();
      run.values.forEach((v) => {
        if (!run.of.has(v.region)) run.of.set(v.region, []);
        run.of.get(v.region).push(v);
      });
      if (run.heat) Model.unpack(run.heat, run.columns.max.length);
      run.columns.selfMean = run.columns.untimed.map((v, i) =>
        v === null ? null : run.columns.ranks[i] > 0 ? Math.max(0, v) / run.columns.ranks[i] : 0,
      );
    });
    Names.start();
  },

  // unpack turns the times of a heat map into arrays, and finds the row of a region.
  unpack(heat) {
    const reals = (text) => {
      const packed = atob(text);
      const view = new DataView(new ArrayBuffer(packed.length));
      for (let k = 0; k < packed.length; k++) view.setUint8(k, packed.charCodeAt(k));
      const list = new Float32Array(packed.length / 4);
      for (let k = 0; k < list.length; k++) list[k] = view.getFloat32(4 * k, true);
      return list;
    };
    heat.bins = heat.profiles.length;
    if (!heat.largest) {
      heat.largest = reals(heat.max);
      heat.middle = heat.mean ? reals(heat.mean) : heat.largest;
    }
    heat.row = new Map(heat.rows.map((region, row) => [region, row]));
  },

  name: (i) => Data.regions.name[i] || '(no name)',
  environment: (i) => Data.environments[Data.regions.environment[i]],
  parent: (i) => Data.regions.parent[i],

  // onDevice says whether a region of that name is device time.
  onDevice: (name) => /^gpu\d+:/.test(name),

  // beside says whether a region is device time, which is no part of that of the region above.
  beside: (i) => Model.onDevice(Model.name(i)) && Model.parent(i) >= 0 && !Model.onDevice(Model.name(Model.parent(i))),

  path(i) {
    const names = [];
    for (; i >= 0; i = Model.parent(i)) names.unshift(i);
    return names;
  },

  pathText: (i) => Model.path(i).map(Model.name).join(' / '),

  // has says whether a run has a region.
  has: (i, run) => Data.runs[run].columns.ranks[i] >= 0,

  get: (column, i, run) => Data.runs[run].columns[column][i],

  // figure is the text of a figure of a region, as far as it is known.
  figure(format, column, i, run) {
    const v = Model.get(column, i, run);
    if (v === null) return '–';
    const is = (kind) => (Data.runs[run].columns[kind][column] || []).includes(i);
    return is('below') ? Format.bound(format(v)) : (is('about') ? '≈' : '') + format(v); // about: read from bins
  },

  // counted is the text of a figure of a counter, with the rank that has it if it is one's.
  counted: (v, key, unit, rank) =>
    v.ranks ? (v.estimate ? '≈' : '') + Format.quantity(v[key], unit) + (rank ? ' @' + v[rank] : '') : '–',

  // share is the part of a whole without those that are missed.
  share: (...missed) => missed.reduce((rest, m) => rest * (1 - (m || 0)), 1),

  time: (column, i, run) => Model.figure(Format.time, column, i, run),

  // sum is what the width of a region in the icicle stands for.
  sum: (i, run) => (Model.has(i, run) ? Model.get('wall', i, run) : 0),

  // change is how much longer a rank took on average in the second run, over all ranks of the environment.
  change(i) {
    return Model.get('meanAll', i, 1) - Model.get('meanAll', i, 0);
  },

  // over says what a mean over ranks is over.
  over: (i, run) => Format.count(Model.get('ranks', i, run)) + '/' + Format.count(Model.get('of', i, run)),

  // regions lists those that a run has.
  regions: (run) => Array.from({ length: Model.count }, (_, i) => i).filter((i) => Model.has(i, run)),
};

// State is what the user chose. Views listen to it.
const State = {
  selected: -1,
  root: -1, // the region that is zoomed into; -1: all
  run: 0,
  query: '',
  matches: [],
  matching: new Set(),
  around: new Set(), // matches and all above them
  listeners: [],

  listen(f) {
    State.listeners.push(f);
  },
  tell(what) {
    for (const f of State.listeners) f(what);
  },

  // select shows the region: in the other run if the one that is shown does not have it, and zoomed out
  // if it is not below what is zoomed into.
  select(i) {
    let what = 'select';
    State.selected = i;
    if (i >= 0 && State.root >= 0 && !Model.path(i).includes(State.root)) {
      State.root = -1;
      what = 'zoom';
    }
    if (i >= 0 && Model.two && !Model.has(i, State.run)) {
      State.run = 1 - State.run;
      what = 'run';
    }
    State.tell(what);
  },

  zoom(i) {
    State.root = i;
    State.tell('zoom');
  },

  show(run) {
    State.run = run;
    State.tell('run');
  },

  search(text) {
    State.query = text;
    const wanted = text.toLowerCase();
    State.matches =
      wanted === '' ? [] : Data.regions.name.flatMap((name, i) => (name.toLowerCase().includes(wanted) ? [i] : []));
    State.matching = new Set(State.matches);
    State.around = new Set();
    for (const i of State.matches) {
      for (let j = i; j >= 0 && !State.around.has(j); j = Model.parent(j)) State.around.add(j);
    }
    State.tell('search');
  },

  next(step) {
    if (State.matches.length === 0) return;
    const at = State.matches.indexOf(State.selected);
    const n = State.matches.length;
    State.select(State.matches[at < 0 ? 0 : (at + step + n) % n]);
  },
};
