"""Loaded by schemathesis: says from where each case comes, holds refusals to their form, and writes down what was answered."""

import ipaddress
import itertools
import json
import os

import schemathesis

ANSWERS = open(os.environ["FUZZ_ANSWERS"], "a", encoding="utf-8")
# An address of its own for each case: what is open to strangers is limited by address.
ADDRESSES = itertools.count(int(ipaddress.IPv4Address("10.0.0.1")))


@schemathesis.hook
def before_call(context, case, **kwargs):
    case.headers["X-Forwarded-For"] = str(ipaddress.IPv4Address(next(ADDRESSES)))


@schemathesis.hook
def after_call(context, case, response):
    line = {
        "operation": f"{case.operation.method.upper()} {case.operation.path}",
        "status": response.status_code,
        "ms": round(response.elapsed * 1000, 1),
    }
    ANSWERS.write(json.dumps(line) + "\n")
    ANSWERS.flush()


@schemathesis.check
def no_server_error(ctx, response, case):
    assert response.status_code < 500, f"{response.status_code} is an error of the server"


@schemathesis.check
def refusal_is_a_problem(ctx, response, case):
    """RFC 9457, with the same status and id in body and head, and what the status promises."""
    status = response.status_code
    if status < 400:
        return
    media_type = response.headers.get("content-type", [""])[0].split(";")[0]
    assert media_type == "application/problem+json", f"{status} as {media_type}"
    if response.request.method == "HEAD":
        return
    problem = response.json()
    assert problem["status"] == status, f"{status} says that it is {problem['status']}"
    assert problem["requestId"] == response.headers["x-request-id"][0], "the id differs from that in the head"
    assert problem["detail"], f"{status} says nothing"
    promised = {405: "allow", 429: "retry-after"}.get(status)
    assert promised is None or promised in response.headers, f"{status} without {promised}"
