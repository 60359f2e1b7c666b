// Starts `nvrender lsp` for files of programs.
const { LanguageClient } = require("vscode-languageclient/node");

let client;

exports.activate = () => {
  client = new LanguageClient(
    "nvasm",
    "nvrender",
    { command: "nvrender", args: ["lsp"] },
    { documentSelector: [{ language: "nvasm" }] },
  );
  return client.start();
};

exports.deactivate = () => client && client.stop();
