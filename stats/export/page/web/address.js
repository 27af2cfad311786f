// What is seen stands in the address of the page, so that Back works and a link that is copied shows the same:
// #regions&region=run/step&zoom=run, #timeline=914ms-956ms&rank=3.

const Address = {
  reading: false, // what is shown now comes from the address
  wanted: null, // of the timeline, as soon as its lanes are there
  units: { ns: 1, us: 1e3, ms: 1e6, s: 1e9 },

  start() {
    State.listen((what) => {
      if (what !== 'theme') Address.write(what !== 'search');
    });
    addEventListener('popstate', Address.read);
    if (location.hash.length > 1) Address.read();
  },

  // path names a region by what it is below.
  path: (i) =>
    Model.path(i)
      .map((j) => encodeURIComponent(Model.name(j)))
      .join('/'),
  find: (path) => (path ? Data.regions.name.findIndex((_, i) => Address.path(i) === path) : -1),

  ms: (ns) => String(Math.round(ns) / 1e6) + 'ms',
  ns(text) {
    const [, number, unit] = /^([\d.e+]+)(ns|us|ms|s)$/.exec(text) || [];
    return unit ? Number(number) * Address.units[unit] : NaN;
  },

  text() {
    const parts = [App.now.name.toLowerCase()],
      add = (key, value) => {
        if (value) parts.push(key + '=' + value);
      };
    if (App.now === Timeline && TimeData.ready) {
      const lane = Timeline.list[Timeline.lane],
        whole = Timeline.from <= 0 && Timeline.to >= Data.timeline.length;
      if (!whole) parts[0] += '=' + Address.ms(Timeline.from) + '-' + Address.ms(Timeline.to);
      if (lane && (Timeline.lane > 0 || Timeline.at > 0)) {
        for (const key of ['host', 'rank', 'thread']) add(key, encodeURIComponent(lane[key]));
        add('at', Address.ms(Timeline.at));
      }
      add('groups', encodeURIComponent(Groups.text));
    }
    add('region', State.selected >= 0 && Address.path(State.selected));
    add('zoom', State.root >= 0 && Address.path(State.root));
    add('run', Model.two && State.run === 1 && 'B');
    add('search', encodeURIComponent(State.query));
    return parts.join('&');
  },

  // write puts what is seen into the address; what is to be come back to becomes a step of the history.
  write(step) {
    if (Address.reading || !App.ready || Interval.base) return; // an interval's regions have other numbers
    const text = '#' + Address.text();
    if (text === location.hash) return;
    try {
      history[step ? 'pushState' : 'replaceState'](null, '', text);
    } catch (e) {
      /* not allowed here, or too often */
    }
  },

  // later writes when the view has come to rest.
  later() {
    clearTimeout(Address.timer);
    Address.timer = setTimeout(() => Address.write(false), 300);
  },

  read() {
    const [first, ...rest] = location.hash.slice(1).split('&'),
      [name, range] = first.split('='),
      of = new Map(rest.map((part) => [part.slice(0, part.indexOf('=')), part.slice(part.indexOf('=') + 1)]));
    const view = App.views.find((v) => v.name.toLowerCase() === name) || App.first,
      decode = (key) => {
        try {
          return decodeURIComponent(of.get(key) || '');
        } catch (e) {
          return '';
        }
      };
    Address.reading = true;
    if (Interval.base) Interval.drop();
    App.show(view.name);
    if (Model.two && State.run !== (of.get('run') === 'B' ? 1 : 0)) State.show(of.get('run') === 'B' ? 1 : 0);
    if (State.query !== decode('search')) {
      Search.input.value = decode('search');
      State.search(Search.input.value);
      Search.tell();
    }
    const zoom = Address.find(of.get('zoom')),
      region = Address.find(of.get('region'));
    if (State.root !== zoom) State.zoom(zoom);
    if (State.selected !== region) State.select(region);
    if (view === Timeline) {
      Groups.set(decode('groups'));
      const box = Timeline.tools && Timeline.tools.querySelector('[data-choice=groups]');
      if (box) box.value = Groups.text;
      const [from, to] = (range || '').split('-').map(Address.ns);
      Address.wanted = {
        from,
        to,
        at: Address.ns(of.get('at')),
        host: decode('host'),
        rank: decode('rank'),
        thread: decode('thread'),
      };
      if (TimeData.ready) Address.go();
    }
    Address.reading = false;
  },

  // go shows what is wanted of the timeline.
  go() {
    const w = Address.wanted;
    Address.wanted = null;
    if (!w) return;
    const before = Address.reading;
    Address.reading = true;
    if (w.to > w.from) Timeline.show(w.from, w.to);
    else Timeline.show(0, Data.timeline.length);
    const is = (l) =>
      (!w.rank || l.rank === w.rank) && (!w.host || l.host === w.host) && (!w.thread || l.thread === w.thread);
    const lane = Timeline.list.findIndex(is),
      middle = (Timeline.from + Timeline.to) / 2;
    if (lane >= 0 && (w.rank || w.host)) Timeline.choose(lane, Number.isFinite(w.at) ? w.at : middle);
    Address.reading = before;
  },
};
