"use strict";
// What several pages are made with.

const byId = (id) => document.getElementById(id);

/** An element with properties (class, data-…, on…) and children; strings become text. */
function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (typeof value === "boolean") element.toggleAttribute(name, value);
    else element.setAttribute(name, value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

const plural = (count, one, more) => `${count} ${count === 1 ? one : more}`;
