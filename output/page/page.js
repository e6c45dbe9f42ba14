'use strict';

const graphs = JSON.parse(document.getElementById('data').textContent)
  .map((data, i) => ({data, section: document.querySelectorAll('.snapshot')[i]}));

for (const {section, data} of graphs) {
  section.querySelector('.graph').hidden = false;
  for (const place of section.querySelectorAll('.place')) {
    const open = place.querySelector('.open');
    open.hidden = false;
    open.addEventListener('click', () => {
      showDetails(place.querySelector('.what').textContent.replace(/\s+/g, ' ').trim(), data, groupsOf(place));
    });
  }
}

// The first graph is drawn at once, the others when they come near.
const near = new IntersectionObserver(entries => {
  for (const entry of entries) {
    if (!entry.isIntersecting) continue;
    near.unobserve(entry.target);
    start(graphs.find(graph => graph.section === entry.target));
  }
}, {rootMargin: '400px'});
graphs.forEach((graph, i) => i === 0 ? start(graph) : near.observe(graph.section));

function start(graph) {
  graph.drawn = new Graph(graph.section, graph.data);
}

document.getElementById('details-close').addEventListener('click', () => dialog.close());
dialog.addEventListener('click', event => { if (event.target === dialog) dialog.close(); });

// The button switches to the other of light and dark, from what is shown now.
const theme = document.getElementById('theme');
const dark = () => (document.documentElement.dataset.theme || (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')) === 'dark';
const nameTheme = () => {
  theme.textContent = dark() ? 'Light' : 'Dark';
  theme.setAttribute('aria-label', theme.textContent + ' colours');
};
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', nameTheme);
theme.hidden = false;
nameTheme();
theme.addEventListener('click', () => { document.documentElement.dataset.theme = dark() ? 'light' : 'dark'; nameTheme(); });

// Paper does not scroll: on it a graph is as large as fits.
addEventListener('beforeprint', () => {
  for (const {drawn} of graphs) {
    if (!drawn) continue;
    for (const figure of drawn.canvas.querySelectorAll('.tree')) {
      drawn.fill(figure);
      figure.style.zoom = Math.min(1, 680 / figure.placed.width);
    }
  }
});
addEventListener('afterprint', () => graphs.forEach(({drawn}) => drawn && drawn.applyZoom()));
