'use strict';

// What is measured in pixels must agree with the style sheet's .box.
const SIZE = {row: 17, head: 20, padding: 22, border: 17, narrow: 18, wide: 52, gapX: 18, gapY: 40, gapPile: 12, indent: 18};
const FAN_OUT = 16; // branches of a box that are shown until more are asked for

// countBoxes says which groups pass through each box, of those that are wanted.
// Callers stand before callees in the list.
function countBoxes(boxes, groups, wanted) {
  const counted = boxes.map((box, index) => ({box, index, groups: [], count: 0, children: []}));
  boxes.forEach((box, index) => {
    for (const g of box.ends || []) {
      if (!wanted.has(g)) continue;
      for (let at = index; at >= 0; at = boxes[at].parent) {
        counted[at].groups.push(g);
        counted[at].count += groups[g].count;
      }
    }
  });
  for (const node of counted) {
    if (node.box.parent >= 0 && node.count > 0) counted[node.box.parent].children.push(node);
  }
  return joinChains(counted.filter(node => node.count > 0));
}

// joinChains makes one box of two that the same threads pass through, where a filter
// took away what parted them.
function joinChains(nodes) {
  const gone = new Set();
  for (const node of [...nodes].reverse()) {
    const [callee] = node.children;
    if (node.children.length !== 1 || callee.count !== node.count) continue;
    node.box = {...node.box, rows: [...callee.box.rows, ...node.box.rows]};
    node.children = callee.children;
    node.index = callee.index;
    gone.add(callee);
  }
  return nodes.filter(node => !gone.has(node));
}

// takeIn leaves out the branches beyond FAN_OUT of boxes that were not opened, and
// stands a box for them that counts their threads.
function takeIn(nodes, opened) {
  const hidden = new Set();
  for (const node of nodes) {
    if (hidden.has(node)) {
      node.children.forEach(child => hidden.add(child));
      continue;
    }
    if (node.children.length <= FAN_OUT + 1 || opened.has(node.index)) continue;
    const rest = node.children.splice(FAN_OUT);
    rest.forEach(child => hidden.add(child));
    node.children.push({
      more: rest.length, opens: node.index, groups: rest.flatMap(child => child.groups),
      count: rest.reduce((sum, child) => sum + child.count, 0), children: [], box: {rows: []},
    });
  }
  return nodes.filter(node => !hidden.has(node) && node.box.parent < 0);
}

// flatten lists a tree, callers before callees, without recursion.
function flatten(root) {
  const list = [root];
  for (let i = 0; i < list.length; i++) list.push(...list[i].children);
  return list;
}

// measure gives the boxes of a tree their sizes and lists them, callers before callees.
function measure(root, width) {
  const list = flatten(root);
  for (const node of list) {
    node.width = width(node);
    node.height = SIZE.border + SIZE.head + SIZE.row * node.box.rows.length;
  }
  return list;
}

// place gives the boxes of a tree their positions: callees above their caller, each
// branch in a column of its own, the root at the bottom.
function place(root, width) {
  const list = measure(root, width);
  for (const node of [...list].reverse()) {
    const above = node.children.reduce((sum, child) => sum + child.span + SIZE.gapX, -SIZE.gapX);
    node.span = Math.max(node.width, above);
    node.above = Math.max(above, 0);
    node.tall = node.height + node.children.reduce((most, child) => Math.max(most, child.tall + SIZE.gapY), 0);
  }
  root.left = 0;
  root.bottom = root.tall;
  for (const node of list) {
    node.x = node.left + (node.span - node.width) / 2;
    node.y = node.bottom - node.height;
    let left = node.left + (node.span - node.above) / 2;
    for (const child of node.children) {
      child.left = left;
      child.bottom = node.y - SIZE.gapY;
      left += child.span + SIZE.gapX;
    }
  }
  return {list, width: root.span, height: root.tall, edge: curve};
}

// curve leads from the top of a caller to the bottom of a callee.
function curve(caller, callee) {
  const x = caller.x + caller.width / 2;
  const toX = callee.x + callee.width / 2;
  const toY = callee.y + callee.height + 2;
  const bend = (caller.y + toY) / 2;
  return `M${x} ${caller.y} C${x} ${bend} ${toX} ${bend} ${toX} ${toY + 5}`;
}

// pile is place for narrow screens: one box above the other, callees indented.
function pile(root, width) {
  const list = measure(root, width);
  root.x = 0;
  // Taking the last branch first and turning the order around puts the first branch,
  // which is the gravest, on top and each caller below its callees.
  const open = [root];
  const order = [];
  while (open.length > 0) {
    const node = open.pop();
    order.unshift(node);
    for (const child of node.children) {
      child.x = node.x + SIZE.indent;
      open.push(child);
    }
  }
  let height = 0;
  for (const node of order) {
    node.y = height;
    height += node.height + SIZE.gapPile;
  }
  return {list, width: Math.max(...list.map(node => node.x + node.width)), height: height - SIZE.gapPile, edge: elbow};
}

// elbow leads from the left of a caller up to the side of a callee.
function elbow(caller, callee) {
  return `M${caller.x + 6} ${caller.y} V${callee.y + callee.height / 2} H${callee.x - 6}`;
}
