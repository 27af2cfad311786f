'use strict';
// Numbers as text, elements, colours.

// Format turns numbers into text. Times are nanoseconds.
const Format = {
  // digits prints with four significant digits and no exponent where that can be read.
  digits(v) {
    const size = Math.abs(v);
    if (v === 0) return '0';
    if (v < 0) return '−' + Format.digits(size);
    if (size >= 1e6 || size < 1e-3) return v.toExponential(3);
    if (size >= 1000) return size >= 1e4 ? Format.count(v) : v.toFixed(0);
    return v.toFixed(Math.max(0, 3 - Math.floor(Math.log10(size))));
  },

  time(ns) {
    const size = Math.abs(ns),
      hours = ns / 3.6e12;
    if (size >= 1e14)
      return (size < 3.6e18 ? Format.digits(hours) : Format.count(Number(hours.toPrecision(4)))) + '\u00a0h'; // sums over many ranks
    if (size >= 1e9) return Format.digits(ns / 1e9) + '\u00a0s';
    if (size >= 1e6) return Format.digits(ns / 1e6) + '\u00a0ms';
    if (size >= 1e3) return Format.digits(ns / 1e3) + '\u00a0µs';
    return Format.digits(ns) + '\u00a0ns';
  },

  // moment is a time of the run: of one that takes ten minutes or more in hours, minutes and seconds.
  moment(ns, digits = 3) {
    if (!Data.timeline || Data.timeline.length < 6e11) return Format.time(ns);
    const s = ns / 1e9,
      two = (v) => String(Math.floor(v)).padStart(2, '0'),
      rest = (s % 60).toFixed(digits);
    const [sec, min] = Number(rest) >= 60 ? [(0).toFixed(digits), Math.floor(s / 60) + 1] : [rest, Math.floor(s / 60)];
    return Math.floor(min / 60) + ':' + two(min % 60) + ':' + (Number(sec) < 10 ? '0' : '') + sec;
  },

  // bound is a figure of which no more is known than that it is less: without digits that nobody measured.
  bound: (text) => '< ' + text.replace(/\.?0+(?=\u00a0)/, ''),

  signed(text, v) {
    return (v > 0 ? '+' : '') + text;
  },

  percent(share) {
    if (!isFinite(share)) return '–';
    if (share < 0) return '−' + Format.percent(-share);
    const p = share * 100;
    return (p >= 99.95 ? p.toFixed(0) : p >= 0.05 || p === 0 ? p.toFixed(1) : '<0.1') + '\u00a0%';
  },

  // count groups the digits of a whole number.
  count(n) {
    return n < 1e15 ? String(Math.round(n)).replace(/\B(?=(\d{3})+$)/g, '\u202f') : n.toExponential(3);
  },

  // brief is a count for a narrow column, the digits of a large one as far as they matter.
  brief(n) {
    for (const [unit, from] of [
      ['E', 1e18],
      ['P', 1e15],
      ['T', 1e12],
      ['G', 1e9],
      ['M', 1e6],
    ]) {
      if (n >= 10 * from || (n >= from && unit !== 'M'))
        return (n / from).toPrecision(n >= 999.5 * from ? 4 : 3) + '\u00a0' + unit;
    }
    return Format.count(n);
  },

  // quantity gives large values a prefix where their unit takes one.
  quantity(v, unit) {
    const size = Math.abs(v);
    if (unit.length <= 1) {
      for (const [prefix, from] of [
        ['P', 1e15],
        ['T', 1e12],
        ['G', 1e9],
        ['M', 1e6],
      ]) {
        if (size >= from && size < 1e18) return Format.digits(v / from) + '\u00a0' + prefix + unit;
      }
    }
    return Format.digits(v) + (unit ? '\u00a0' + unit : '');
  },

  plural(n, what) {
    return Format.count(n) + ' ' + what + (n === 1 ? '' : 's');
  },

  ranks(first, last) {
    return first === last ? 'rank ' + first : 'ranks ' + first + '–' + last;
  },
};

// el makes an element. Properties: class, text, on (listeners), style; all others are attributes.
// Text goes in as text only, so that no name is ever read as markup.
function el(tag, properties, ...children) {
  const svg = ['svg', 'g', 'rect', 'text', 'line', 'path'].includes(tag);
  const e = svg ? document.createElementNS('http://www.w3.org/2000/svg', tag) : document.createElement(tag);
  for (const [key, value] of Object.entries(properties || {})) {
    if (value === undefined || value === null || value === false) continue;
    if (key === 'text') e.textContent = value;
    else if (key === 'class') e.setAttribute('class', value);
    else if (key === 'on') for (const [event, f] of Object.entries(value)) e.addEventListener(event, f);
    else if (key === 'style') for (const [name, v] of Object.entries(value)) e.style.setProperty(name, v);
    else e.setAttribute(key, value === true ? '' : value);
  }
  for (const c of children.flat()) if (c !== null && c !== undefined && c !== false) e.append(c);
  return e;
}

// cell is a cell of a table with a number: the text is for people, data-v is the number itself.
function cell(value, text, more) {
  return el('td', Object.assign({ class: 'n', 'data-v': value, text }, more));
}

// Colours are scales that people with any kind of colour vision can read: lightness runs one way from
// end to end, and hues are blue and orange.
const Colours = {
  system: matchMedia('(prefers-color-scheme: dark)'),
  scales: {
    light: {
      rising: ['#e6edf6', '#f7d774', '#e08a1e', '#8c2d04'],
      both: ['#1f5fa8', '#9cc3e6', '#eceff3', '#f3b45f', '#a8480a'],
      none: '#ffffff',
    },
    dark: {
      rising: ['#25344d', '#75513f', '#dd7f1c', '#ffe08a'],
      both: ['#8cc4ff', '#3f6f9f', '#2b3340', '#9a6224', '#ffb454'],
      none: '#10151d',
    },
  },

  dark() {
    if (Theme.paper) return false;
    const chosen = document.documentElement.dataset.theme;
    return chosen ? chosen === 'dark' : Colours.system.matches;
  },

  scale(name) {
    return Colours.scales[Colours.dark() ? 'dark' : 'light'][name];
  },

  // rising is the colour of a share from 0 to 1.
  rising(share) {
    return Colours.mix(Colours.scale('rising'), share);
  },

  // both is the colour of a change from -1 (less) to 1 (more).
  both(change) {
    return Colours.mix(Colours.scale('both'), (change + 1) / 2);
  },

  mix(stops, at) {
    const x = Math.min(Math.max(at, 0), 1) * (stops.length - 1);
    const i = Math.min(Math.floor(x), stops.length - 2);
    const from = Colours.parts(stops[i]),
      to = Colours.parts(stops[i + 1]);
    return from.map((v, k) => Math.round(v + (to[k] - v) * (x - i)));
  },

  parts(hex) {
    return [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16));
  },

  css(rgb) {
    return 'rgb(' + rgb.join(',') + ')';
  },

  // ink is black or white, whichever can be read on a colour.
  ink(rgb) {
    const linear = rgb.map((v) => (v / 255 <= 0.04045 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4));
    const light = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2];
    return light > 0.18 ? '#0b0f14' : '#ffffff';
  },

  // bar is a scale with words at its ends.
  bar(name, low, high) {
    const stops = Colours.scale(name);
    return el(
      'span',
      { class: 'legend' },
      low,
      el('span', {
        class: 'ramp',
        style: { background: 'linear-gradient(90deg,' + stops.join(',') + ')' },
        'aria-hidden': 'true',
      }),
      high,
    );
  },
};

// Tip is the one box that says more about what the mouse or the focus is on.
const Tip = {
  show(x, y, lines) {
    const tip = document.getElementById('tip');
    tip.replaceChildren(...lines.map((line, i) => el(i ? 'div' : 'strong', { text: line })));
    tip.hidden = false;
    const left = Math.max(4, Math.min(x + 14, innerWidth - tip.offsetWidth - 8));
    const below = y + 18 + tip.offsetHeight < innerHeight;
    tip.style.left = left + 'px';
    tip.style.top = (below ? y + 18 : Math.max(4, y - tip.offsetHeight - 10)) + 'px';
  },
  hide() {
    document.getElementById('tip').hidden = true;
  },
};
