module millionrps/scripts/test/namespaces/locked-target

go 1.25.5
