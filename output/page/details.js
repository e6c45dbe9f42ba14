'use strict';

const DETAILS = {stacks: 50, threads: 2000};
const dialog = document.getElementById('details');

// showDetails opens the threads and full frames of some groups.
function showDetails(title, data, groups) {
  document.getElementById('details-title').textContent = title;
  const body = document.getElementById('details-body');
  body.replaceChildren();
  const ordered = [...groups].sort((a, b) => data.groups[b].count - data.groups[a].count || a - b);
  body.append(make('p', 'dim', plural(ordered.length, 'distinct stack') + ', innermost frame first, as they stand in the report'));
  addStacks(body, data, ordered, 0);
  dialog.showModal();
  dialog.scrollTop = 0;
  document.getElementById('details-title').focus();
}

// addStacks lists some stacks, and a button for the next ones.
function addStacks(body, data, groups, from) {
  for (const g of groups.slice(from, from + DETAILS.stacks)) body.append(stackOf(data, data.groups[g], from === 0 && g === groups[0]));
  const left = groups.length - from - DETAILS.stacks;
  if (left <= 0) return;
  const more = make('button', '', plural(left, 'more stack'));
  more.type = 'button';
  more.addEventListener('click', () => { more.remove(); addStacks(body, data, groups, from + DETAILS.stacks); });
  body.append(more);
}

// stackOf is a stack to unfold; its frames are made when it is.
function stackOf(data, group, open) {
  const details = make('details', group.state);
  const summary = make('summary');
  summary.append(make('b', '', plural(group.count, 'thread')), ` ${group.does} · ${group.thread} · stack `, make('code', '', group.id));
  details.append(summary);
  const fill = () => {
    if (details.childElementCount > 1) return;
    details.append(threadsOf(group), framesOf(data, group));
  };
  details.addEventListener('toggle', fill);
  if (open) {
    fill();
    details.open = true;
  }
  return details;
}

function threadsOf(group) {
  const ids = group.threads || [];
  let text = ids.slice(0, DETAILS.threads).join(' ');
  if (ids.length > DETAILS.threads) text += ` … ${ids.length - DETAILS.threads} more`;
  const list = make('p', 'threads');
  list.append(ids.length ? 'Threads ' : 'The report gives these threads no ids.', make('code', '', text));
  return list;
}

function framesOf(data, group) {
  const list = make('ol', 'frames');
  group.frames.forEach((f, i) => {
    const item = make('li', {o: 'own', d: ''}[group.kinds[i]] ?? 'outside');
    item.append(make('code', '', data.frames[f].raw));
    if (i === group.call) item.append(make('b', '', 'call'));
    if (i === group.culprit) item.append(make('b', '', 'culprit'));
    list.append(item);
  });
  if (group.frames.length === 0) list.append(make('li', 'outside', 'no frames'));
  return list;
}
