// The tree as a table. Only the rows in sight are in the document, so that a thousand regions cost no
// more than fifty.

const TreeTable = {
  row: 28, // pixels, as in the style
  spare: 12, // rows beyond those in sight
  few: 60, // so many regions are all open at first
  open: new Set(),
  order: 'start',
  list: [],
  paper: false, // all rows are in the document, to be printed
  box: null,

  columns: [
    {
      key: 'mean',
      title: 'Mean',
      hint: 'mean time of a rank, over the ranks that ran the region',
      text: Format.time,
      bar: true,
    },
    {
      key: 'share',
      title: 'Share',
      hint: 'sum over ranks, as a share of that of the first region',
      text: Format.percent,
      drop: 2,
    },
    {
      key: 'selfMean',
      title: 'Self',
      hint: 'time outside of the regions below, mean over the ranks that ran it',
      text: Format.time,
      drop: 3,
    },
    { key: 'calls', title: 'Calls', hint: 'over all ranks and threads', text: Format.brief, drop: 5 },
    { key: 'ranks', title: 'Ranks k/P', hint: 'ranks that ran it, of those of its environment', drop: 6 },
    {
      key: 'min',
      title: 'Fastest rank',
      hint: 'smallest time of a rank, and which',
      rank: 'minRank',
      text: Format.time,
      drop: 7,
    },
    {
      key: 'max',
      title: 'Slowest rank',
      hint: 'largest time of a rank, and which',
      rank: 'maxRank',
      text: Format.time,
      drop: 1,
    },
    { key: 'imbalance', title: 'Imbalance', hint: 'slowest rank minus the mean', text: Format.time, drop: 4 },
    {
      key: 'imbalanceShare',
      title: 'of slowest',
      hint: 'the same as a share of the slowest rank’s time',
      text: Format.percent,
      drop: 8,
    },
  ],
  shown: [], // columns that have room

  make() {
    TreeTable.head = el(
      'tr',
      { 'aria-rowindex': 1 },
      TreeTable.heading({ key: 'start', title: 'Region', hint: 'in the order in which they were first started' }),
      TreeTable.columns.map((c) => TreeTable.heading(c)),
    );
    TreeTable.shown = TreeTable.columns;
    TreeTable.body = el('tbody', {});
    TreeTable.caption = el('caption', {});
    TreeTable.table = el(
      'table',
      { role: 'treegrid', tabindex: 0, id: 'tree', class: 'tree', 'aria-label': 'Call tree' },
      TreeTable.caption,
      el('thead', {}, TreeTable.head),
      TreeTable.body,
    );
    TreeTable.box = el('div', { class: 'scroll' }, TreeTable.table);
    TreeTable.box.addEventListener('scroll', () => TreeTable.rows());
    TreeTable.table.addEventListener('keydown', TreeTable.key);
    TreeTable.body.addEventListener('click', TreeTable.click);
    TreeTable.body.addEventListener('dblclick', (e) => {
      const tr = e.target.closest('tr[data-i]');
      if (tr) State.zoom(Number(tr.dataset.i));
    });
    return TreeTable.box;
  },

  start() {
    const whole = Model.roots.reduce((sum, i) => sum + Math.max(...Data.runs.map((_, run) => Model.sum(i, run))), 0);
    for (let i = 0; i < Model.count; i++) {
      const large = Math.max(...Data.runs.map((_, run) => Model.sum(i, run))) >= 0.02 * whole;
      if (Model.count <= TreeTable.few || large) TreeTable.open.add(i);
    }
  },

  heading(c) {
    const button = el('button', {
      type: 'button',
      text: c.title,
      title: c.hint + '; sorts siblings',
      on: { click: () => TreeTable.sort(c.key) },
    });
    return el('th', { scope: 'col', class: c.key === 'start' ? 'name' : null, 'data-sort': c.key }, button);
  },

  // fit finds which columns have room: a name has that of 14 letters, and no number is cut.
  fit() {
    const room = TreeTable.paper ? Math.min(700, TreeTable.box.clientWidth) : TreeTable.box.clientWidth,
      letters = TreeTable.paper ? 2 * Names.long : Names.long, // on paper names are not cut
      pen = (TreeTable.pen = TreeTable.pen || document.createElement('canvas').getContext('2d'));
    if (room === 0) return; // not seen
    const family = getComputedStyle(TreeTable.table).fontFamily;
    const wide = (text, font) => {
      pen.font = font + ' ' + family;
      return Math.ceil(pen.measureText(text).width);
    };
    const deepest = TreeTable.list.reduce((most, row) => Math.max(most, row.level), 1) - 1;
    const step = Math.min(room < 700 ? 9 : 14, (room < 700 ? 45 : 160) / Math.max(1, deepest));
    TreeTable.table.style.setProperty('--step', step + 'px');
    let left = room - (TreeTable.least = letters * 14 + 34 + Math.ceil(step * deepest));
    const widths = new Map(
      TreeTable.columns.map((c) => {
        let longest = '';
        for (const { i } of TreeTable.list) {
          const text = TreeTable.text(c, i);
          if (text.length > longest.length) longest = text;
        }
        return [c, Math.max(wide(longest.replace(/\d/g, '0'), '13px') + 16, wide(c.title, '700 12.5px') + 20)];
      }),
    );
    const order = TreeTable.columns.slice().sort((a, b) => (a.drop || 0) - (b.drop || 0)),
      fits = new Set();
    for (const c of order) {
      if (fits.size > 0 && widths.get(c) > left) break;
      fits.add(c);
      left -= widths.get(c);
    }
    TreeTable.shown = TreeTable.columns.filter((c) => fits.has(c));
    for (const th of TreeTable.head.children) {
      const c = TreeTable.columns.find((column) => column.key === th.dataset.sort);
      th.hidden = Boolean(c) && !fits.has(c);
      th.style.width = c ? widths.get(c) + 'px' : 'auto';
    }
    TreeTable.table.style.minWidth =
      TreeTable.least + TreeTable.shown.reduce((sum, c) => sum + widths.get(c), 0) + 'px';
  },

  // text is what stands in a cell.
  text(c, i) {
    const run = State.run,
      rank = c.rank ? Model.get(c.rank, i, run) : -1;
    if (c.key === 'ranks') return Model.over(i, run);
    return (
      (c.key === 'mean' && Model.get('estimated', i, run) ? '≈' : '') +
      Model.figure(c.text, c.key, i, run) +
      (rank >= 0 ? ' @' + rank : '')
    );
  },

  // resize is called when the window has another size.
  resize() {
    TreeTable.fit();
    TreeTable.drawn = '';
    TreeTable.rows();
  },

  sort(key) {
    TreeTable.order = key;
    TreeTable.draw();
  },

  // draw lists the rows anew: after opening, zooming, searching, sorting, another run.
  draw() {
    const run = State.run;
    TreeTable.list = [];
    const walk = (i, level) => {
      if (!Model.has(i, run) || (State.query !== '' && !State.around.has(i))) return;
      TreeTable.list.push({ i, level });
      if (State.query === '' ? TreeTable.open.has(i) : true)
        TreeTable.sorted(Model.children[i]).forEach((c) => walk(c, level + 1));
    };
    TreeTable.sorted(State.root >= 0 ? [State.root] : Model.roots).forEach((i) => walk(i, 1));
    for (const th of TreeTable.head.children) {
      th.setAttribute(
        'aria-sort',
        th.dataset.sort !== TreeTable.order ? 'none' : TreeTable.order === 'start' ? 'ascending' : 'descending',
      );
    }
    TreeTable.caption.textContent =
      'Regions of ' +
      Data.runs[run].name +
      ': times of a rank. The mean is over the ranks that ran the region (k of the P in its environment).' +
      Names.said() +
      (Data.regions.leftOut ? ' ' + Format.plural(Data.regions.leftOut, 'shorter region') + ' left out.' : '');
    TreeTable.table.setAttribute('aria-rowcount', TreeTable.list.length + 1);
    TreeTable.resize();
  },

  sorted(list) {
    if (TreeTable.order === 'start') return list;
    const column = Data.runs[State.run].columns[TreeTable.order];
    return list.slice().sort((i, j) => column[j] - column[i] || i - j);
  },

  // rows puts those in sight into the document.
  rows() {
    const high = TreeTable.box.clientHeight || 600,
      all = TreeTable.paper;
    const first = all ? 0 : Math.max(0, Math.floor(TreeTable.box.scrollTop / TreeTable.row) - TreeTable.spare);
    const last = all
      ? TreeTable.list.length
      : Math.min(TreeTable.list.length, first + Math.ceil(high / TreeTable.row) + 2 * TreeTable.spare);
    const drawn = first + ' ' + last;
    if (TreeTable.drawn === drawn) return;
    TreeTable.drawn = drawn;
    const rows = [TreeTable.gap(first)];
    for (let k = first; k < last; k++) rows.push(TreeTable.line(TreeTable.list[k], k));
    rows.push(TreeTable.gap(TreeTable.list.length - last));
    if (TreeTable.list.length === 0) rows.push(el('tr', {}, el('td', { text: 'No region matches.' })));
    TreeTable.body.replaceChildren(...rows.filter(Boolean));
    TreeTable.mark();
  },

  gap: (rows) =>
    rows > 0 ? el('tr', { 'aria-hidden': 'true', class: 'gap', style: { height: rows * TreeTable.row + 'px' } }) : null,

  line({ i, level }, k) {
    const children = Model.children[i].some((c) => Model.has(c, State.run));
    const isOpen = TreeTable.open.has(i) || State.query !== '';
    const name = el(
      'th',
      { scope: 'row', class: 'name', title: Model.pathText(i) },
      el(
        'span',
        { class: 'indent', style: { '--level': level - 1 } },
        el('span', { class: 'twist', 'aria-hidden': 'true', text: children ? (isOpen ? '▾' : '▸') : '' }),
        el('span', { class: 'cut' }, Names.parts(i)),
        TreeTable.environment(i),
        TreeTable.running(i),
      ),
    );
    return el(
      'tr',
      {
        role: 'row',
        id: 'row' + i,
        'data-i': i,
        'aria-level': level,
        'aria-rowindex': k + 2,
        'aria-expanded': children ? String(isOpen) : null,
      },
      name,
      TreeTable.shown.map((c) => TreeTable.cell(c, i)),
    );
  },

  // running says that a region had not ended, of a run that was killed.
  running(i) {
    const n = Model.get('running', i, State.run);
    if (!(n > 0) || Data.live) return null;
    return el('span', {
      class: 'badge running',
      text: 'running',
      title: 'had not ended on ' + Format.plural(n, 'rank'),
    });
  },

  // environment is said where it is not the one of the region above.
  environment(i) {
    const above = Model.parent(i);
    const same =
      above < 0 ? Data.regions.environment[i] === 0 : Data.regions.environment[above] === Data.regions.environment[i];
    return same ? null : el('span', { class: 'badge', text: Model.environment(i) });
  },

  cell(c, i) {
    const run = State.run;
    const v = Model.get(c.key, i, run);
    const properties = { 'data-k': c.key, class: 'n' };
    if (c.key === 'ranks') return cell(v, Model.over(i, run), properties);
    const td = cell(v, Model.figure(c.text, c.key, i, run), properties);
    if (c.key === 'calls') td.title = Format.count(v);
    if (c.key === 'mean' && Model.get('estimated', i, run))
      td.prepend(el('span', { title: 'scaled from a sample of the calls', text: '≈' }));
    if (c.rank && Model.get(c.rank, i, run) >= 0)
      td.append(
        el('span', { class: 'at', text: ' @' + Model.get(c.rank, i, run), title: 'rank ' + Model.get(c.rank, i, run) }),
      );
    if (c.bar) td.style.setProperty('--share', 100 * Math.min(1, Model.get('share', i, run)) + '%');
    if (c.bar) td.classList.add('bar');
    return td;
  },

  mark() {
    for (const tr of TreeTable.body.children) {
      if (!tr.dataset.i) continue;
      const i = Number(tr.dataset.i);
      tr.setAttribute('aria-selected', String(i === State.selected));
      tr.classList.toggle('match', State.matching.has(i));
    }
    const shown = document.getElementById('row' + State.selected);
    if (shown) TreeTable.table.setAttribute('aria-activedescendant', 'row' + State.selected);
    else TreeTable.table.removeAttribute('aria-activedescendant');
  },

  // reveal opens what is above the selected region and scrolls to it.
  reveal() {
    const i = State.selected;
    if (i < 0) return TreeTable.mark();
    let opened = false;
    for (let j = Model.parent(i); j >= 0; j = Model.parent(j)) {
      opened = opened || !TreeTable.open.has(j);
      TreeTable.open.add(j);
    }
    if (opened) TreeTable.draw();
    const at = TreeTable.list.findIndex((r) => r.i === i);
    if (at < 0) return TreeTable.mark();
    const top = at * TreeTable.row,
      head = TreeTable.head.offsetHeight + TreeTable.caption.offsetHeight;
    if (top < TreeTable.box.scrollTop) TreeTable.box.scrollTop = top;
    const low = top + head + 2 * TreeTable.row - TreeTable.box.clientHeight;
    if (low > TreeTable.box.scrollTop) TreeTable.box.scrollTop = low;
    TreeTable.rows();
    return TreeTable.mark();
  },

  toggle(i, open) {
    if (open) TreeTable.open.add(i);
    else TreeTable.open.delete(i);
    TreeTable.draw();
  },

  click(event) {
    const tr = event.target.closest('tr[data-i]');
    if (!tr) return;
    const i = Number(tr.dataset.i);
    if (event.target.classList.contains('twist')) TreeTable.toggle(i, !TreeTable.open.has(i));
    else State.select(i);
  },

  key(event) {
    if (event.target !== TreeTable.table) return;
    const at = TreeTable.list.findIndex((r) => r.i === State.selected);
    const go = (k) => {
      if (TreeTable.list[k]) State.select(TreeTable.list[k].i);
    };
    const i = State.selected;
    const page = Math.max(1, Math.floor(TreeTable.box.clientHeight / TreeTable.row) - 3);
    const keys = {
      ArrowDown: () => go(at + 1),
      ArrowUp: () => go(Math.max(0, at - 1)),
      PageDown: () => go(Math.min(TreeTable.list.length - 1, at + page)),
      PageUp: () => go(Math.max(0, at - page)),
      Home: () => go(0),
      End: () => go(TreeTable.list.length - 1),
      ArrowRight: () => {
        if (i < 0) return;
        if (Model.children[i].length && !TreeTable.open.has(i)) TreeTable.toggle(i, true);
        else if (Model.children[i].length) go(at + 1);
      },
      ArrowLeft: () => {
        if (i < 0) return;
        if (TreeTable.open.has(i) && Model.children[i].length) TreeTable.toggle(i, false);
        else if (Model.parent(i) >= 0) State.select(Model.parent(i));
      },
      Enter: () => {
        if (i >= 0) State.zoom(i);
      },
    };
    if (!keys[event.key]) return;
    event.preventDefault();
    keys[event.key]();
  },
};
