"""The OpenAPI document, from the types and docstrings of the routes."""

from __future__ import annotations

import inspect
from collections.abc import Iterable
from http import HTTPStatus
from importlib.metadata import version
from typing import Any

import msgspec

from ludotheque.games.spec import Json
from ludotheque.server.tables.refusals import RefusalShown
from ludotheque.server.web.rest_common import Parameter, RestRoute
from ludotheque.server.web.security import ADMIN_PATH

REF = "#/components/schemas/{name}"


def document(routes: Iterable[RestRoute]) -> Json:
    documented = [route for route in routes if route.path.startswith("/api/")]
    paths: dict[str, Json] = {}
    for route in documented:
        paths.setdefault(route.path, {})[route.method.lower()] = _operation(route)
    shapes = [shape for route in documented for shape in (route.body, route.result) if isinstance(shape, type)]
    _, schemas = msgspec.json.schema_components([*shapes, RefusalShown], ref_template=REF)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Ludothèque",
            "summary": "Everything but live play, which goes over a WebSocket.",
            "version": version("ludotheque"),
        },
        "paths": paths,
        "components": {"schemas": schemas},
    }


def _operation(route: RestRoute) -> Json:
    responses = {route.status: route.result} | dict.fromkeys(sorted(_refused(route)), RefusalShown)
    operation: Json = {
        "tags": [route.handler.__module__.rpartition("_")[2]],
        "operationId": route.handler.__name__,
        "description": inspect.getdoc(route.handler),
        "parameters": [_parameter(each) for each in route.parameters],
        "responses": {
            str(status): {"description": HTTPStatus(status).phrase, **_content(shape)}
            for status, shape in responses.items()
        },
    }
    if route.body:
        operation["requestBody"] = {"required": True, **_content(route.body)}
    return operation


def _refused(route: RestRoute) -> set[int]:
    """Return the statuses of refusals."""
    refused = {*route.refused, 422, 429, 431, 503}
    if "person" in route.sources or "admin" in route.sources:
        refused.add(401)
    if route.method != "GET" or not route.path.startswith(ADMIN_PATH):
        refused.add(403)  # foreign origin, or banned
    return refused | {408, 413, 415} if route.body else refused


def _parameter(parameter: Parameter) -> Json:
    schema = parameter.schema
    if not parameter.required and parameter.default is not None:
        schema = schema | {"default": parameter.default}
    return {"in": parameter.place, "name": parameter.name, "required": parameter.required, "schema": schema}


def _content(shape: Any) -> Json:
    """`shape`: the type of the JSON, the media type of a text, or None."""
    if shape is None:
        return {}
    if isinstance(shape, str):
        return {"content": {shape: {"schema": {"type": "string"}}}}
    return {"content": {"application/json": {"schema": {"$ref": REF.format(name=shape.__name__)}}}}
