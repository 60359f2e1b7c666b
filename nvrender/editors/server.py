"""The language server: pygls around the answers of this room."""

from __future__ import annotations

from collections.abc import Iterable

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams
from pygls.lsp.server import LanguageServer

from nvrender import __version__
from nvrender.editors import answers
from nvrender.editors.documents import Document
from nvrender.source import InputError, ProgramError, ProgramWarning, printable

_KINDS = {
    "instruction": types.CompletionItemKind.Function,
    "binding": types.CompletionItemKind.Property,
    "keyword": types.CompletionItemKind.Keyword,
    "name": types.CompletionItemKind.Variable,
}


def _document(server: LanguageServer, uri: str) -> Document:
    found = server.workspace.get_text_document(uri)
    return Document(found.source, found.filename or uri)


def _offset(text: str, position: types.Position) -> int:
    """The character of the text at a place, whose columns are UTF-16."""
    start = 0
    for _ in range(position.line):
        start = text.find("\n", start) + 1
        if not start:
            return len(text)
    end = text.find("\n", start)
    line = text[start : len(text) if end < 0 else end]
    before = line.encode("utf-16-le")[: 2 * position.character].decode("utf-16-le", "ignore")
    return start + len(before)


def _range(text: str, begin: int, end: int) -> types.Range:
    return types.Range(_position(text, begin), _position(text, end))


def _position(text: str, offset: int) -> types.Position:
    start = text.rfind("\n", 0, offset) + 1
    column = len(text[start:offset].encode("utf-16-le")) // 2
    return types.Position(text.count("\n", 0, start), column)


def _diagnostic(document: Document, fault: ProgramError) -> types.Diagnostic:
    warning = isinstance(fault, ProgramWarning)
    message = f"{fault.message}\n{fault.hint}" if fault.hint else fault.message
    cited = f"\n({fault.section})" if fault.section else ""
    return types.Diagnostic(
        range=_range(document.text, fault.position, document.word_end(fault.position)),
        message=printable(message + cited),
        severity=types.DiagnosticSeverity.Warning if warning else types.DiagnosticSeverity.Error,
        code=fault.rule,
        source="nvrender",
        tags=[types.DiagnosticTag.Unnecessary] if fault.rule.startswith("unused") else None,
    )


def _publish(server: LanguageServer, uri: str) -> None:
    document = _document(server, uri)
    found = [_diagnostic(document, fault) for fault in document.faults()]
    server.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri=uri, diagnostics=found))


def _edits(text: str, places: Iterable[tuple[int, int]], new: str) -> list[types.TextEdit]:
    return [types.TextEdit(_range(text, begin, end), new) for begin, end in places]


def server() -> LanguageServer:
    """A server with every feature, not started."""
    made = LanguageServer("nvrender", __version__)
    _add_documents(made)
    _add_reading(made)
    _add_changes(made)
    return made


def _add_documents(made: LanguageServer) -> None:
    @made.feature(types.TEXT_DOCUMENT_DID_OPEN)
    def opened(server: LanguageServer, params: types.DidOpenTextDocumentParams) -> None:
        _publish(server, params.text_document.uri)

    @made.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    def changed(server: LanguageServer, params: types.DidChangeTextDocumentParams) -> None:
        _publish(server, params.text_document.uri)

    @made.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    def closed(server: LanguageServer, params: types.DidCloseTextDocumentParams) -> None:
        gone = types.PublishDiagnosticsParams(uri=params.text_document.uri, diagnostics=[])
        server.text_document_publish_diagnostics(gone)


def _add_reading(made: LanguageServer) -> None:
    @made.feature(types.TEXT_DOCUMENT_HOVER)
    def hover(server: LanguageServer, params: types.HoverParams) -> types.Hover | None:
        document = _document(server, params.text_document.uri)
        found = answers.hover(document, _offset(document.text, params.position))
        if found is None:
            return None
        begin, end, text = found
        content = types.MarkupContent(types.MarkupKind.Markdown, text)
        return types.Hover(content, _range(document.text, begin, end))

    @made.feature(types.TEXT_DOCUMENT_COMPLETION, types.CompletionOptions(trigger_characters=[".", "["]))
    def completion(server: LanguageServer, params: types.CompletionParams) -> types.CompletionList:
        document = _document(server, params.text_document.uri)
        offset = _offset(document.text, params.position)
        begin, found = answers.completions(document, offset)
        place = _range(document.text, begin, offset)
        items = [
            types.CompletionItem(
                row.text,
                kind=_KINDS[row.kind],
                detail=row.detail or None,
                text_edit=types.TextEdit(place, row.text),
            )
            for row in found
        ]
        return types.CompletionList(is_incomplete=False, items=items)

    @made.feature(types.TEXT_DOCUMENT_DEFINITION)
    def definition(server: LanguageServer, params: types.DefinitionParams) -> types.Location | None:
        document = _document(server, params.text_document.uri)
        found = answers.definition(document, _offset(document.text, params.position))
        return found and types.Location(params.text_document.uri, _range(document.text, *found))


def _add_changes(made: LanguageServer) -> None:
    @made.feature(types.TEXT_DOCUMENT_PREPARE_RENAME)
    def prepare(server: LanguageServer, params: types.PrepareRenameParams) -> types.Range | None:
        document = _document(server, params.text_document.uri)
        offset = _offset(document.text, params.position)
        name = answers.name_at(document, offset)
        if name is None:
            return None
        places = ((piece.start, piece.start + len(name)) for piece in document.uses(name))
        here = next(place for place in places if place[0] <= offset <= place[1])
        return _range(document.text, *here)

    @made.feature(types.TEXT_DOCUMENT_RENAME, types.RenameOptions(prepare_provider=True))
    def rename(server: LanguageServer, params: types.RenameParams) -> types.WorkspaceEdit:
        document = _document(server, params.text_document.uri)
        try:
            places = answers.renamed(document, _offset(document.text, params.position), params.new_name)
        except InputError as error:
            raise JsonRpcInvalidParams(str(error)) from None
        edits = _edits(document.text, places, params.new_name)
        return types.WorkspaceEdit(changes={params.text_document.uri: edits})

    @made.feature(types.TEXT_DOCUMENT_FORMATTING)
    def formatting(
        server: LanguageServer, params: types.DocumentFormattingParams
    ) -> list[types.TextEdit] | None:
        document = _document(server, params.text_document.uri)
        after = answers.layout(document)
        if after is None or after == document.text:
            return None
        return _edits(document.text, [(0, len(document.text))], after)
