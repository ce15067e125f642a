"""Anthropic's memory tool against the application as it runs: its commands, answers and errors."""

from collections.abc import Callable
from typing import Any

import pytest
from yarnnn_client import MemoryTool, Yarnnn

NOTES = "/memories/notes.txt"
Do = Callable[..., str]


@pytest.fixture
def do(client: Yarnnn) -> Do:
    tool = MemoryTool(client)

    def do(command: str, path: str = NOTES, **given: Any) -> str:
        return tool.call({"command": command, "path": path, **given})

    return do


def test_a_file_is_written_read_edited_and_deleted(do: Do, client: Yarnnn) -> None:
    text = "\n  Hello World\nThis is line two\n"
    assert do("create", file_text=text) == f"File created successfully at: {NOTES}"
    assert do("create", file_text="x") == f"Error: File {NOTES} already exists"
    header = f"Here's the content of {NOTES} with line numbers:\n"
    assert do("view") == f"{header}     1\t\n     2\t  Hello World\n     3\tThis is line two"
    assert do("view", view_range=[2, 2]) == f"{header}     2\t  Hello World"
    assert do("view", view_range=[3, -1]) == f"{header}     3\tThis is line two"
    edited = do("str_replace", old_str="line two", new_str="the second line")
    assert edited.startswith("The memory file has been edited.")
    assert "     3\tThis is the second line" in edited
    assert do("insert", insert_line=2, insert_text="Between\n") == (
        f"The file {NOTES} has been edited."
    )
    assert do("view") == (
        f"{header}     1\t\n     2\t  Hello World\n     3\tBetween\n     4\tThis is the second line"
    )
    # It is a memory like any other: found by its words, with the white space of the file left out.
    (found,) = client.store.search(("claude", "memories"), "what is between?").items
    assert (found.key, found.content.splitlines()[0]) == ("notes.txt", "Hello World")
    assert do("delete") == f"Successfully deleted {NOTES}"
    assert do("view") == f"The path {NOTES} does not exist. Please provide a valid path."
    client.restore(found.id)
    assert "Between" in do("view")


def test_what_a_command_cannot_do_it_says(do: Do) -> None:
    missing = f"Error: The path {NOTES} does not exist"
    assert do("str_replace", old_str="a", new_str="b") == (
        f"{missing}. Please provide a valid path."
    )
    assert do("insert", insert_line=0, insert_text="a") == missing
    assert do("delete") == missing
    assert do("rename", old_path=NOTES, new_path="/memories/b.txt") == missing
    do("create", file_text="blue is blue\nred\nblue\n")
    assert do("str_replace", old_str="green", new_str="b") == (
        f"No replacement was performed, old_str `green` did not appear verbatim in {NOTES}."
    )
    assert do("str_replace", old_str="blue", new_str="b") == (
        "No replacement was performed. Multiple occurrences of old_str `blue` in lines: 1, 1, 3."
        " Please ensure it is unique"
    )
    assert do("insert", insert_line=4, insert_text="a") == (
        "Error: Invalid `insert_line` parameter: 4. It should be within the range of lines of the"
        " file: [0, 3]"
    )
    assert do("create", "/memories/b.txt", file_text=" \n") == (
        "Error: The file /memories/b.txt would be empty. Write into it."
    )
    assert "too long for one memory" in do("create", "/memories/b.txt", file_text="word " * 3_000)
    assert do("sing").startswith("Error: The command is view, create")
    assert do("create").startswith("Error: The command is view, create")


def test_folders_are_listed_renamed_and_deleted(do: Do) -> None:
    empty = do("view", "/memories")
    listed = (
        "Here're the files and directories up to 2 levels deep in {}, excluding hidden items and"
        " node_modules:\n"
    )
    assert empty == listed.format("/memories") + "0B\t/memories"
    for path in ("a.txt", "shop/size.txt", "shop/deep/er/far.txt", ".hidden", "node_modules/x"):
        do("create", f"/memories/{path}", file_text=f"{path} says this\n" + "x" * 2_000)
    lines = do("view", "/memories").splitlines()[1:]
    assert [line.split("\t")[1] for line in lines] == [
        "/memories",
        "/memories/a.txt",
        "/memories/shop/",
        "/memories/shop/deep/",
        "/memories/shop/size.txt",
    ]
    assert lines[1].startswith("2.0K\t")
    assert "/memories/shop/deep/er/" in do("view", "/memories/shop")
    assert do("create", "/memories/shop", file_text="x") == (
        "Error: File /memories/shop already exists"
    )
    taken = do("rename", old_path="/memories/a.txt", new_path="/memories/shop")
    assert taken == "Error: The destination /memories/shop already exists"
    inside = do("rename", old_path="/memories/shop", new_path="/memories/shop/in")
    assert inside == "Error: Cannot move /memories/shop into itself"
    done = do("rename", old_path="/memories/shop", new_path="/memories/old/store")
    assert done == "Successfully renamed /memories/shop to /memories/old/store"
    assert "far.txt says this" in do("view", "/memories/old/store/deep/er/far.txt")
    assert do("view", "/memories/shop").endswith("Please provide a valid path.")
    done = do("rename", old_path="/memories/a.txt", new_path="/memories/b.txt")
    assert done == "Successfully renamed /memories/a.txt to /memories/b.txt"
    assert "a.txt says this" in do("view", "/memories/b.txt")
    assert do("delete", "/memories/old") == "Successfully deleted /memories/old"
    assert [line.split("\t")[1] for line in do("view", "/memories").splitlines()[1:]] == [
        "/memories",
        "/memories/b.txt",
    ]
    for change in ({"command": "delete", "path": "/memories"}, {"old_path": "/memories"}):
        given = {"command": "rename", "new_path": "/memories/x"} | change
        assert do(**given).endswith("the /memories directory itself")


@pytest.mark.parametrize(
    "path",
    [
        "/etc/passwd",
        "memories/a.txt",
        "/memories/../secrets",
        "/memories/a/../../secrets",
        "/memories/./a.txt",
        "/memories/..\\secrets",
        "/memories/%2e%2e%2fsecrets",
        "/memories2/a.txt",
        "/memories/a\0.txt",
        "",
    ],
)
def test_no_path_leads_out_of_the_memories(do: Do, path: str) -> None:
    refused = f"Error: The path {path} must lead to a place below /memories"
    assert do("view", path) == refused
    assert do("create", path, file_text="x") == refused
    assert do("delete", path) == refused
    assert do("rename", old_path=path, new_path="/memories/a") == refused
    assert do("rename", old_path="/memories/a", new_path=path) == refused


def test_what_was_forgotten_is_not_written_again(do: Do, client: Yarnnn) -> None:
    known = client.remember("I am allergic to peanuts")
    do("create", file_text="The user lives in Bergen.\n")
    client.forget(known.memory.id)
    refused = "Error: The person has forgotten this. It is not kept again."
    assert do("create", "/memories/b.txt", file_text="I am allergic to peanuts") == refused
    assert do("insert", insert_line=1, insert_text="I am allergic to peanuts") == refused
    assert "peanuts" not in do("view")
    block = MemoryTool(client).result("toolu_1", {"command": "delete", "path": "/memories/b.txt"})
    assert block == {
        "type": "tool_result",
        "tool_use_id": "toolu_1",
        "content": "Error: The path /memories/b.txt does not exist",
        "is_error": True,
    }


def test_a_person_sees_and_corrects_what_is_kept(do: Do, client: Yarnnn) -> None:
    do("create", file_text="The user wears size 42.\n")
    (item,) = client.store.list(("claude", "memories")).items
    client.store.put(item.namespace, item.key, "The user wears size 43.")
    assert do("view").endswith("     1\tThe user wears size 43.")
