// The scene's file and its programs.

const { programs: shown, source } = JSON.parse(byId("data").textContent);
byId("programs").append(programs({ programs: shown, status: "" }) ?? make("p", { class: "dim" }, "It has no programs."));
byId("source").append(pane(source, "#", "Scene").list);
const first = document.querySelector(".program");
if (first) first.open = true;
