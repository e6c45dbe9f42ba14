'use strict';

const SVG = 'http://www.w3.org/2000/svg';
const AT_ONCE = 300; // boxes drawn without waiting until they are looked at
const PHONE = 560; // room in which the boxes of a tree are piled up
const READABLE = 0.72; // the least zoom that is not asked for
const STATES = {blocked: 'blocked', running: 'running', unclear: 'unclear', idle: 'idle', waiting: 'waiting by design'};

// make is an element with a class and a text; all text reaches the page here.
function make(tag, className, text) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  if (text !== undefined) element.textContent = text;
  return element;
}

function plural(n, noun) {
  return n + ' ' + noun + (n === 1 ? '' : 's');
}

// Graph draws the parallel stacks of one snapshot into its section.
class Graph {
  constructor(section, data) {
    this.section = section;
    this.data = data;
    this.part = section.querySelector('.graph');
    this.canvas = section.querySelector('.canvas');
    this.own = section.querySelector('.own-only');
    this.filter = section.querySelector('.filter');
    this.compared = data.groups.some(g => g.change);
    this.zoom = 1;
    this.opened = new Set();
    this.seen = new IntersectionObserver(entries => {
      for (const entry of entries) {
        if (entry.isIntersecting) this.fill(entry.target);
      }
    }, {rootMargin: '600px'});
    this.letter = this.measure();
    this.listen();
    this.draw();
  }

  measure() {
    const probe = make('span', 'box', '0'.repeat(100));
    this.canvas.append(probe);
    const width = (probe.getBoundingClientRect().width - SIZE.padding) / 100;
    probe.remove();
    return width || 7.3;
  }

  listen() {
    this.own.addEventListener('change', () => { this.opened.clear(); this.draw(); });
    let wait;
    this.filter.addEventListener('input', () => {
      clearTimeout(wait);
      wait = setTimeout(() => this.draw(), 120);
    });
    const zoomBy = factor => this.zoomTo(this.zoom * factor);
    this.part.querySelector('.smaller').addEventListener('click', () => zoomBy(1 / 1.25));
    this.part.querySelector('.larger').addEventListener('click', () => zoomBy(1.25));
    this.part.querySelector('.fit').addEventListener('click', () => this.zoomTo(this.fitting()));
    this.canvas.addEventListener('keydown', event => this.walk(event));
  }

  // wanted are the groups that the filter lets through.
  wanted() {
    const words = this.filter.value.trim().toLowerCase().split(/\s+/).filter(Boolean);
    const all = this.data.groups.map((_, i) => i);
    return new Set(words.length ? all.filter(i => words.every(word => this.haystack(i).includes(word))) : all);
  }

  haystack(i) {
    const g = this.data.groups[i];
    if (g.haystack === undefined) {
      const frames = g.frames.map(f => this.data.frames[f].raw + ' ' + this.data.frames[f].name);
      g.haystack = [g.id, g.state, g.does, g.thread, ...g.threads || [], ...frames].join('\n').toLowerCase();
    }
    return g.haystack;
  }

  draw() {
    const groups = this.data.groups;
    const wanted = this.wanted();
    const boxes = this.own.checked ? this.data.own : this.data.all;
    const roots = takeIn(countBoxes(boxes, groups, wanted), this.opened);
    this.seen.disconnect();
    this.canvas.replaceChildren();
    this.filled = 0;
    const layout = this.room() < PHONE ? pile : place;
    const trees = roots.map(root => layout(root, node => this.widthOf(node)));
    this.widest = Math.max(0, ...trees.map(tree => tree.width));
    if (!this.zoomed) this.zoom = Math.max(this.fitting(), READABLE);
    for (const tree of trees) this.tree(tree);
    if (roots.length === 0) this.canvas.append(make('p', 'nothing', 'No stack matches the filter.'));
    this.tell(wanted);
    this.showPlaces(wanted);
    this.canvas.dataset.filter = this.filter.value;
  }

  // tree reserves the room of a tree. Those beyond the first boxes are filled when they
  // come into view.
  tree(placed) {
    const figure = make('figure', 'tree');
    figure.style.width = placed.width + 'px';
    figure.style.height = placed.height + 'px';
    figure.style.zoom = this.zoom;
    figure.placed = placed;
    this.canvas.append(figure);
    this.filled += placed.list.length;
    if (this.filled <= AT_ONCE) this.fill(figure);
    else this.seen.observe(figure);
  }

  widthOf(node) {
    if (node.more) return 190;
    let most = Math.max(SIZE.narrow, this.headOf(node).length + 3);
    for (const row of node.box.rows) most = Math.max(most, this.shortText(row).length + 1);
    return Math.ceil(Math.min(most, SIZE.wide) * this.letter) + SIZE.padding;
  }

  rowText(row) {
    const text = row.frame >= 0 ? this.data.frames[row.frame].name + (row.tail || '') : row.text;
    return (row.kind === 'own' ? '▸ ' : '') + text;
  }

  // shortText leaves out the parameters of a frame that is too wide for a box.
  shortText(row) {
    const text = this.rowText(row);
    return text.length > SIZE.wide ? text.replace(/\(.*\)/, '(…)') : text;
  }

  // headOf is how many threads there are and what they do.
  headOf(node) {
    const change = this.compared ? this.changeOf(node).words : '';
    return plural(node.count, 'thread') + ' ' + this.statesOf(node).words + (change ? ' · ' + change : '');
  }

  statesOf(node) {
    const counts = countBy(node.groups, g => this.data.groups[g].state, g => this.data.groups[g].count);
    const states = Object.keys(STATES).filter(state => counts.has(state));
    return {first: states[0], words: states.map(state => (states.length > 1 ? counts.get(state) + ' ' : '') + STATES[state]).join(', ')};
  }

  fill(figure) {
    this.seen.unobserve(figure);
    if (figure.childElementCount) return;
    figure.append(this.edges(figure.placed));
    for (const node of figure.placed.list) figure.append(this.box(node));
  }

  // edges go from callers to callees.
  edges(placed) {
    const svg = document.createElementNS(SVG, 'svg');
    svg.setAttribute('width', placed.width);
    svg.setAttribute('height', placed.height);
    svg.setAttribute('aria-hidden', 'true');
    svg.append(arrowHead());
    for (const node of placed.list) {
      for (const child of node.children) {
        const path = document.createElementNS(SVG, 'path');
        path.setAttribute('d', placed.edge(node, child));
        path.setAttribute('marker-end', 'url(#arrow)');
        svg.append(path);
      }
    }
    return svg;
  }

  box(node) {
    const box = make('button', 'box');
    box.type = 'button';
    box.node = node;
    node.element = box;
    box.style.left = node.x + 'px';
    box.style.top = node.y + 'px';
    box.style.width = node.width + 'px';
    box.style.height = node.height + 'px';
    if (node.more) {
      box.classList.add('more');
      box.textContent = `${node.more} more branches, ${plural(node.count, 'thread')}`;
      box.addEventListener('click', () => { this.opened.add(node.opens); this.draw(); });
      return box;
    }
    this.describe(box, node);
    box.setAttribute('aria-haspopup', 'dialog');
    box.addEventListener('click', () => showDetails(this.titleOf(node), this.data, node.groups));
    return box;
  }

  // describe writes the count, what the threads do, and the frames.
  describe(box, node) {
    const states = this.statesOf(node);
    box.classList.add(states.first);
    const head = make('span', 'head', plural(node.count, 'thread') + ' ');
    head.append(make('i', '', states.words));
    head.title = this.headOf(node);
    box.append(head);
    if (this.compared) {
      const change = this.changeOf(node);
      box.classList.add(change.kind);
      if (change.words) head.append(make('em', '', ' · ' + change.words));
    }
    for (const row of node.box.rows) {
      const text = this.rowText(row);
      const line = make('span', row.kind || '', this.shortText(row));
      if (text.length > SIZE.wide) line.title = text;
      box.append(line);
    }
  }

  // changeOf says what became of a box's threads in the other snapshot: of their place,
  // where they are all at one.
  changeOf(node) {
    const changes = new Set(node.groups.map(g => this.data.groups[g].change + ' ' + this.data.groups[g].counts));
    if (changes.size > 1) return {kind: 'mixed', words: 'changed in part'};
    const {change, counts} = this.data.groups[node.groups[0]];
    return {kind: change, words: change === 'same' ? '' : `${change} ${counts}`};
  }

  titleOf(node) {
    const own = node.box.rows.find(row => row.kind === 'own') || node.box.rows.find(row => row.frame >= 0) || node.box.rows[0];
    return plural(node.count, 'thread') + (own ? ' in ' + this.rowText(own).replace('▸ ', '') : '');
  }

  tell(wanted) {
    const groups = this.data.groups;
    const total = groups.reduce((sum, g) => sum + g.count, 0);
    let threads = 0;
    for (const g of wanted) threads += groups[g].count;
    const shown = this.part.querySelector('.shown');
    shown.textContent = wanted.size === groups.length
      ? `${plural(total, 'thread')} in ${plural(groups.length, 'distinct stack')}. Callers below, callees above; click a box for its threads and frames.`
      : `The filter shows ${threads} of ${plural(total, 'thread')}, ${wanted.size} of ${plural(groups.length, 'distinct stack')}.`;
  }

  // showPlaces applies the filter to the list of places, too: a finding whose places are
  // all hidden goes with them, its heading and its fix included.
  showPlaces(wanted) {
    for (const place of this.section.querySelectorAll('.place')) {
      place.hidden = !groupsOf(place).some(g => wanted.has(g));
    }
    for (const finding of this.section.querySelectorAll('.finding')) {
      const places = [...finding.querySelectorAll('.place')];
      finding.hidden = places.length > 0 && places.every(place => place.hidden);
    }
  }

  zoomTo(zoom) {
    this.zoomed = true;
    this.zoom = Math.min(Math.max(zoom, 0.1), 3);
    this.applyZoom();
  }

  applyZoom() {
    for (const figure of this.canvas.querySelectorAll('.tree')) figure.style.zoom = this.zoom;
  }

  // room is the width of the canvas that boxes can have.
  room() {
    const style = getComputedStyle(this.canvas);
    return this.canvas.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
  }

  // fitting is the zoom at which the widest tree fits.
  fitting() {
    return Math.min(1, this.room() / this.widest);
  }

  // walk goes from box to box: up to a callee, down to the caller, to the sides.
  walk(event) {
    const node = document.activeElement && document.activeElement.node;
    if (!node || !event.key.startsWith('Arrow')) return;
    const list = document.activeElement.parentElement.placed.list;
    const caller = list.find(other => other.children.includes(node));
    const beside = caller ? caller.children : [node];
    const to = {
      ArrowUp: node.children[0], ArrowDown: caller,
      ArrowLeft: beside[beside.indexOf(node) - 1], ArrowRight: beside[beside.indexOf(node) + 1],
    }[event.key];
    if (!to) return;
    event.preventDefault();
    to.element.focus();
    to.element.scrollIntoView({block: 'nearest', inline: 'nearest'});
  }
}

function countBy(list, key, weight) {
  const counts = new Map();
  for (const item of list) counts.set(key(item), (counts.get(key(item)) || 0) + weight(item));
  return counts;
}

function groupsOf(place) {
  return place.dataset.groups.split(' ').filter(Boolean).map(Number);
}

function arrowHead() {
  const defs = document.createElementNS(SVG, 'defs');
  const marker = document.createElementNS(SVG, 'marker');
  const attributes = {id: 'arrow', viewBox: '0 0 8 8', refX: 6, refY: 4, markerWidth: 7, markerHeight: 7, orient: 'auto'};
  for (const [name, value] of Object.entries(attributes)) marker.setAttribute(name, value);
  const head = document.createElementNS(SVG, 'path');
  head.setAttribute('d', 'M0 0 L8 4 L0 8 z');
  marker.append(head);
  defs.append(marker);
  return defs;
}
