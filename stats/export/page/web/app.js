// The frame: header, views, keys, search, theme.

const App = {
  views: (Data.live ? [Live] : []).concat(
    [Regions, ByName, Imbalance, Ranks],
    Data.timeline || (Data.live && Data.live.timeline) ? [Timeline] : [],
    Model.two ? [Compare] : [],
    [Environments],
    Data.runs.some((r) => r.values.length) ? [Counters] : [],
    [About],
    Efficiency.known() ? [Efficiency] : [],
  ),
  first: Model.two ? Compare : Data.live ? Live : Regions, // where one begins
  panels: new Map(),
  now: null,

  start() {
    document.getElementById('title').textContent = Data.title;
    App.headers();
    Theme.start();
    TreeTable.start();
    const tabs = document.getElementById('tabs'),
      main = document.getElementById('main');
    App.views.forEach((view, k) => {
      tabs.append(
        el('button', {
          type: 'button',
          role: 'tab',
          id: 'tab-' + view.name,
          'aria-controls': 'view-' + view.name,
          'aria-selected': 'false',
          tabindex: -1,
          title: 'key ' + (k + 1),
          text: view.name,
          on: { click: () => App.show(view.name) },
        }),
      );
      const panel = el('div', {
        role: 'tabpanel',
        id: 'view-' + view.name,
        'aria-labelledby': 'tab-' + view.name,
        hidden: true,
      });
      main.append(panel);
      App.panels.set(view, { panel, made: false, stale: false });
    });
    tabs.addEventListener('keydown', App.tabKey);
    document.addEventListener('keydown', App.key);
    document.getElementById('help').addEventListener('click', App.help);
    addEventListener('resize', App.resize);
    addEventListener('beforeprint', () => App.print(true));
    addEventListener('afterprint', () => App.print(false));
    Search.start();
    State.listen(App.update);
    App.show(App.first.name);
    App.ready = true;
    Address.start();
    if (Data.live) Live.start();
    document.documentElement.dataset.ready = 'yes';
  },

  headers() {
    document
      .getElementById('runs')
      .replaceChildren(...Data.runs.map(App.header), ...(Interval.base ? [Interval.header()] : []));
    Findings.draw();
  },

  // swap shows other data, of another moment or of an interval. What is selected, open and zoomed into stays so. The
  // numbers that regions have then are told, if they have others.
  swap(fresh, moved) {
    const same =
      JSON.stringify([Data.regions, Data.environments]) === JSON.stringify([fresh.regions, fresh.environments]);
    const keys = same ? null : App.keys();
    Object.assign(Data, { regions: fresh.regions, environments: fresh.environments, runs: fresh.runs });
    Model.start();
    if (keys) App.move(keys, moved);
    App.headers();
    for (const [view, p] of App.panels) {
      if (!p.made || view === Timeline) continue;
      if (view === App.now && !view.still) view.update('all');
      else p.stale = true;
    }
  },

  // keys are what tells regions apart when they have other numbers.
  keys: () =>
    Data.regions.name.map((_, i) =>
      JSON.stringify(Model.path(i).map((j) => [Data.regions.name[j], Model.environment(j)])),
    ),

  // move gives all that knows regions by their numbers the new ones.
  move(keys, moved) {
    const place = new Map(App.keys().map((key, i) => [key, i]));
    const to = (i) => (i < 0 || !place.has(keys[i]) ? -1 : place.get(keys[i]));
    State.selected = to(State.selected);
    State.root = to(State.root);
    const known = new Set(keys);
    const open = new Set([...TreeTable.open].map(to).filter((i) => i >= 0));
    for (const [key, i] of place) if (!known.has(key)) open.add(i); // what is new is seen
    TreeTable.open = open;
    if (moved) moved(to);
    State.search(State.query);
  },

  header(run, k) {
    const wall = run.to - run.from;
    const parts = [
      ...(run.program ? [['', run.program]] : []),
      ['', Format.plural(run.size, 'rank') + (run.hosts > 0 ? ' on ' + Format.plural(run.hosts, 'host') : '')],
      ...(wall > 0 ? [['wall time', Format.time(wall)]] : []),
      ...(run.start ? [['started', run.start]] : []),
      ...(run.clocks || [])
        .filter((c) => c.name)
        .map((c) => [
          'clock',
          c.name +
            (c.resolution ? ', resolution ' + Format.time(c.resolution) : '') +
            (c.pair_cost ? ', a pair costs ' + Format.time(c.pair_cost) : ''),
        ]),
      ...(run.form ? [['from', run.form]] : []),
    ];
    const line = el(
      'div',
      { class: 'run', 'data-run': k },
      Model.two ? el('strong', { text: 'AB'[k] + ': ' + run.name + ' ' }) : null,
      parts.map(([name, text]) =>
        el(
          'span',
          { class: /clock|from/.test(name) ? 'fact detail' : 'fact' },
          name ? el('span', { class: 'fact-name', text: name + ' ' }) : null,
          text,
        ),
      ),
    );
    if (run.size > run.ranks)
      line.append(
        el('span', {
          class: 'fact bad',
          text:
            'MISSING: ' +
            Format.plural(run.size - run.ranks, 'rank') +
            ' of ' +
            Format.count(run.size) +
            ': ' +
            run.missing,
        }),
      );
    const open = run.columns.running.reduce((most, n) => Math.max(most, n), 0);
    if (open > 0 && !Data.live)
      line.append(el('span', { class: 'fact bad', text: Format.plural(open, 'rank') + ' had not ended' }));
    if (run.warned > 0)
      line.append(
        el('button', {
          type: 'button',
          class: 'fact bad link',
          text: Format.plural(run.warned, 'warning'),
          on: { click: () => App.show('Run') },
        }),
      );
    if (run.lacks.length)
      line.append(
        el('button', {
          type: 'button',
          class: 'fact link',
          text: 'what its form does not carry',
          on: { click: () => App.show('Run') },
        }),
      );
    return line;
  },

  show(name) {
    const view = App.views.find((v) => v.name === name);
    if (!view) return;
    App.now = view;
    for (const [v, p] of App.panels) {
      p.panel.hidden = v !== view;
      const tab = document.getElementById('tab-' + v.name);
      tab.setAttribute('aria-selected', String(v === view));
      tab.tabIndex = v === view ? 0 : -1;
      if (v === view) Lists.across(tab);
    }
    const p = App.panels.get(view);
    if (!p.made) {
      p.made = true;
      view.make(p.panel);
    } else if (p.stale && view.still) {
      // it is made once, of figures that have changed
      p.panel.replaceChildren();
      view.make(p.panel);
    } else if (p.stale) {
      view.update('all');
    }
    p.stale = false;
    Tip.hide();
    Address.write(true);
    if (view === Timeline && Data.live) Live.ask();
    if (view === Regions) {
      TreeTable.resize();
      TreeTable.reveal();
    }
  },

  // update passes what changed to the view that is seen, and remembers it for the others.
  update(what) {
    if (what === 'run') RunSwitch.update();
    for (const [view, p] of App.panels) {
      if (!p.made) continue;
      if (view === App.now) view.update(what);
      else p.stale = true;
    }
  },

  // resize draws anew what depends on the size of the window.
  resize() {
    if (App.now === Regions) TreeTable.resize();
    else if (App.now === Ranks) Ranks.update('all');
    else if (App.now === Timeline && TimeData.ready) Timeline.resize();
    for (const view of [Ranks, Timeline]) if (App.panels.has(view)) App.panels.get(view).stale = App.now !== view;
  },

  // print makes the page ready for paper, which is light, and takes it back.
  print(paper) {
    TreeTable.paper = Theme.paper = paper;
    State.tell('theme');
    App.resize();
  },

  help() {
    const dialog = document.getElementById('keys');
    if (!dialog.open) dialog.showModal();
  },

  tabKey(event) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const at = App.views.indexOf(App.now),
      n = App.views.length;
    App.show(App.views[(at + step + n) % n].name);
    document.getElementById('tab-' + App.now.name).focus();
  },

  key(event) {
    const typing = ['INPUT', 'SELECT', 'TEXTAREA'].includes(event.target.tagName) && event.target.type !== 'checkbox';
    if (event.ctrlKey || event.metaKey || event.altKey || document.getElementById('keys').open) return;
    if (event.key === 'Escape') return App.escape();
    if (typing) return;
    const keys = {
      '/': () => Search.input.focus(),
      '?': App.help,
      t: Theme.next,
      h: Hot.go,
      n: () => State.next(1),
      N: () => State.next(-1),
    };
    const number = Number(event.key);
    if (number >= 1 && number <= App.views.length) App.show(App.views[number - 1].name);
    else if (keys[event.key]) keys[event.key]();
    else return;
    event.preventDefault();
  },

  // escape takes back the last thing: the search, the zoom, the selection.
  escape() {
    Tip.hide();
    if (State.query !== '') {
      Search.input.value = '';
      State.search('');
      Search.tell();
    } else if (State.root >= 0) {
      State.zoom(Model.parent(State.root));
    } else if (State.selected >= 0) {
      State.select(-1);
    }
    if (document.activeElement === Search.input) Search.input.blur();
  },
};

const Search = {
  start() {
    Search.input = document.getElementById('search');
    Search.input.addEventListener('input', () => {
      State.search(Search.input.value);
      Search.tell();
    });
    Search.input.addEventListener('keydown', (e) => {
      if (e.key === 'Enter') State.next(e.shiftKey ? -1 : 1);
    });
  },
  tell() {
    document.getElementById('found').textContent =
      State.query === ''
        ? ''
        : Format.count(State.matches.length) + (State.matches.length === 1 ? ' match' : ' matches');
  },
};

// Theme is what the system says until the user says otherwise. Where the browser lets a page from disk
// remember, it is remembered.
const Theme = {
  order: ['', 'dark', 'light'],
  paper: false, // it is being printed
  start() {
    let kept = '';
    try {
      kept = localStorage.getItem('mpitimer-theme') || '';
    } catch (e) {
      /* not allowed here */
    }
    document.getElementById('theme').addEventListener('click', Theme.next);
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => State.tell('theme'));
    Theme.set(Theme.order.includes(kept) ? kept : '');
  },
  next() {
    const at = Theme.order.indexOf(document.documentElement.dataset.theme || '');
    Theme.set(Theme.order[(at + 1) % Theme.order.length]);
    try {
      localStorage.setItem('mpitimer-theme', document.documentElement.dataset.theme || '');
    } catch (e) {
      /* as above */
    }
    State.tell('theme');
  },
  set(theme) {
    if (theme) document.documentElement.dataset.theme = theme;
    else delete document.documentElement.dataset.theme;
    document.getElementById('theme').textContent = 'Theme: ' + (theme || 'as system');
  },
};

App.start();
