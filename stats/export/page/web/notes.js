// Notes on parts of the run, which stay in the file when the page is saved with them.

const Notes = {
  list: [], // from, to, text
  longest: 500, // characters

  start() {
    const known = (n) => n && Number.isFinite(n.from) && n.to > n.from && typeof n.text === 'string';
    try {
      Notes.list = JSON.parse(document.getElementById('notes').textContent).filter(known);
    } catch (e) {
      Notes.list = [];
    }
  },

  make() {
    Notes.place = el('section', { 'aria-label': 'Notes', hidden: true });
    Notes.start();
    return Notes.place;
  },

  // buttons are those of a selected part.
  buttons: (from, to) =>
    Data.live
      ? []
      : [
          el('button', {
            type: 'button',
            text: 'Note',
            title: 'write a note on this part',
            on: { click: () => Notes.ask(from, to) },
          }),
        ],

  ask(from, to) {
    const input = el('input', { type: 'text', size: 40, maxlength: Notes.longest, 'aria-label': 'Note' }),
      add = () => {
        if (!input.value.trim()) return;
        Notes.list.push({ from, to, text: input.value.trim() });
        Notes.list.sort((a, b) => a.from - b.from);
        Notes.saved = false;
        TimeMouse.select(0, 0);
        Notes.draw();
        Timeline.canvas.focus();
      };
    input.addEventListener('keydown', (e) => {
      if (e.key === 'Enter') add();
    });
    Timeline.chosen.append(input, el('button', { type: 'button', text: 'Add', on: { click: add } }));
    input.focus();
  },

  draw() {
    const button = (text, title, click) => el('button', { type: 'button', class: 'link', text, title, on: { click } });
    Notes.place.hidden = Notes.list.length === 0 && Notes.saved !== false;
    Notes.place.replaceChildren(
      el(
        'div',
        { class: 'bar-of-tools' },
        el('h2', { text: 'Notes' }),
        el('button', {
          type: 'button',
          'data-choice': 'save',
          text: 'Save the page with its notes',
          on: { click: Notes.save },
        }),
        el('span', { class: 'note', role: 'status', text: Notes.saved === false ? 'not saved yet' : '' }),
      ),
      el(
        'ul',
        { class: 'findings' },
        Notes.list.map((n) =>
          el(
            'li',
            {},
            el('span', {
              text: Format.time(n.to - n.from) + ' from ' + Format.moment(n.from) + ' on: ' + n.text + ' ',
            }),
            button('Show', 'zoom to it', () => {
              Timeline.show(n.from, n.to);
              Timeline.canvas.focus();
            }),
            ' ',
            button('Remove', 'remove this note', () => Notes.remove(n)),
          ),
        ),
      ),
    );
    Timeline.draw();
  },

  remove(n) {
    Notes.list = Notes.list.filter((other) => other !== n);
    Notes.saved = false;
    Notes.draw();
  },

  // marks shows on the ruler which parts have notes.
  marks(g) {
    g.fillStyle = getComputedStyle(document.documentElement).getPropertyValue('--edge');
    const x = (t) =>
      Timeline.gutter + Math.max(0, Math.min(1, (t - Timeline.from) / (Timeline.to - Timeline.from))) * Timeline.width;
    for (const n of Notes.list)
      if (n.to >= Timeline.from && n.from <= Timeline.to) g.fillRect(x(n.from), 0, Math.max(2, x(n.to) - x(n.from)), 2);
  },

  save() {
    const href = URL.createObjectURL(new Blob([Notes.page()], { type: 'text/html' }));
    Picture.save(href, (location.pathname.split('/').pop() || 'page.html').replace(/(\.html?)?$/i, '') + '-notes.html');
    setTimeout(() => URL.revokeObjectURL(href), 60000);
    Notes.saved = true;
    Notes.draw();
  },

  // page is the page as it was before its script drew anything, with the notes of now.
  page() {
    const root = document.documentElement.cloneNode(true),
      at = (selector) => [...root.querySelectorAll(selector)];
    for (const key of Object.keys(root.dataset)) delete root.dataset[key];
    for (const e of at('#title, #found, #findings, #runs, #tabs, #main, #news, #tip, #theme')) e.replaceChildren();
    for (const e of at('#tip')) e.hidden = true;
    for (const e of at('#keys')) e.removeAttribute('open');
    at('body > script:not([id])')
      .slice(1)
      .forEach((e) => e.remove()); // what the first has unpacked
    at('#notes')[0].textContent = JSON.stringify(Notes.list).replaceAll('<', '\\u003c');
    return '<!DOCTYPE html>\n' + root.outerHTML + '\n';
  },
};
