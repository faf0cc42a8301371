import path from 'node:path';
import ts from 'typescript';
import type { JsonObject } from '../api/contract/openapi/document.ts';

const REF = '#/components/schemas/';

/**
 * Gives an OpenAPI document the doc comments of the contract as descriptions, so that each text is written once. The
 * comment of a route goes to its operation, of a field to its property or parameter, of a schema with an id to its
 * component. A field without a comment takes that of the constant that it is made of, such as `timeUs`.
 *
 * The document is walked beside the types of the schemas: types know the declarations of their fields, whether these
 * came by a spread, by `extend` or by `pick`.
 */
export function describeByComments(document: JsonObject, root: string): void {
  const file = path.join(root, 'api/contract/routes.ts');
  const { config } = ts.readConfigFile(path.join(root, 'tsconfig.base.json'), ts.sys.readFile);
  const program = ts.createProgram([file], ts.convertCompilerOptionsFromJson(config.compilerOptions, root).options);
  const checker = program.getTypeChecker();
  const schemas = inside(document, 'components', 'schemas');
  const walk: Walk = { checker, schemas, walked: new Set() };
  const sources = program.getSourceFiles().filter(({ fileName }) => path.dirname(fileName) === path.dirname(file));
  for (const [id, constant] of sources.flatMap((source) => constantsWithId(source, checker))) {
    const comment = commentOf(constant, checker);
    if (comment) inside(schemas, id).description ??= comment;
    describeSchema({ $ref: REF + id }, checker.getTypeOfSymbol(constant), walk);
  }
  describeRoutes(document, walk, routesOf(program, file));
}

interface Walk {
  checker: ts.TypeChecker;
  schemas: JsonObject;
  /** Ids of components. */
  walked: Set<string>;
}

function routesOf(program: ts.Program, file: string): ts.Type {
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(file);
  const module = source && checker.getSymbolAtLocation(source);
  const routes = module && checker.getExportsOfModule(module).find(({ name }) => name === 'routes');
  if (!routes) throw new Error(`${file} exports no routes`);
  return checker.getTypeOfSymbol(routes);
}

function describeRoutes(document: JsonObject, walk: Walk, routes: ts.Type): void {
  const { checker } = walk;
  for (const operation of Object.values(document.paths as JsonObject).flatMap((one) =>
    Object.values(one as JsonObject),
  )) {
    const { operationId, parameters = [], requestBody, responses } = operation as Record<string, JsonObject>;
    const route = checker.getPropertyOfType(routes, String(operationId));
    if (!route) throw new Error(`no route ${String(operationId)}`);
    const part = (name: string) => {
      const symbol = checker.getPropertyOfType(checker.getTypeOfSymbol(route), name);
      return symbol && checker.getTypeOfSymbol(symbol);
    };
    prepend(operation as JsonObject, commentOf(route, checker));
    for (const parameter of parameters as JsonObject[]) {
      const field = fieldsOf(part(PARTS[parameter.in as keyof typeof PARTS]), walk).get(parameter.name as string);
      const comment = field && commentOfField(field, walk);
      if (comment) parameter.description ??= comment;
    }
    describeBody(requestBody, part('body'), walk);
    for (const [status, answer] of Object.entries(responses as Record<string, JsonObject>)) {
      if (status !== 'default') describeBody(answer, part(status === '202' ? 'underWay' : 'reply'), walk);
    }
  }
}

const PARTS = { path: 'params', query: 'query', header: 'headers' } as const;

function describeBody(body: JsonObject | undefined, type: ts.Type | undefined, walk: Walk): void {
  const schema = (body?.content as Record<string, JsonObject> | undefined)?.['application/json']?.schema;
  if (schema && type) describeSchema(schema as JsonObject, type, walk);
}

/** A schema and all that is in it. */
function describeSchema(schema: JsonObject, type: ts.Type, walk: Walk): void {
  const [first, second] = walk.checker.getTypeArguments(type as ts.TypeReference);
  const id = refOf(schema)?.slice(REF.length);
  if (id !== undefined && !WRAPPERS.has(type.symbol.name)) {
    if (walk.walked.has(id)) return;
    walk.walked.add(id);
    return describeSchema(inside(walk.schemas, id), type, walk);
  }
  switch (type.symbol.name) {
    case 'ZodObject':
      return describeFields(schema, type, walk);
    case 'ZodNullable':
    case 'ZodOptional':
      return first && describeSchema(schema, first, walk);
    case 'ZodArray':
      return first && describeSchema(schema.items as JsonObject, first, walk);
    case 'ZodRecord':
      return second && describeSchema(schema.additionalProperties as JsonObject, second, walk);
    case 'ZodUnion':
    case 'ZodDiscriminatedUnion': {
      const members = (schema.oneOf ?? schema.anyOf) as JsonObject[];
      const types = first ? walk.checker.getTypeArguments(first as ts.TypeReference) : [];
      for (const [index, member] of types.entries()) describeSchema(members[index] as JsonObject, member, walk);
    }
  }
}

/** The same schema, whether or not it may be missing. */
const WRAPPERS = new Set(['ZodNullable', 'ZodOptional']);

function describeFields(schema: JsonObject, type: ts.Type, walk: Walk): void {
  const properties = schema.properties as Record<string, JsonObject>;
  for (const [name, field] of fieldsOf(type, walk)) {
    const property = properties[name];
    if (!property) throw new Error(`no property ${name}`);
    const { $ref } = property;
    describeSchema(property, walk.checker.getTypeOfSymbol(field), walk);
    const comment = commentOf(field, walk.checker) || (refOf(property) ? '' : commentOfConstant(field, walk));
    if (!comment || property.description) continue;
    // Beside a $ref OpenAPI 3.0 reads nothing.
    properties[name] = { description: comment, ...($ref ? { allOf: [{ $ref }] } : property) };
  }
}

/** The fields of an object schema's shape. */
function fieldsOf(type: ts.Type | undefined, { checker }: Walk): Map<string, ts.Symbol> {
  const [shape] = type ? checker.getTypeArguments(type as ts.TypeReference) : [];
  return new Map(shape?.getProperties().map((field) => [field.name, field]));
}

function refOf({ $ref, allOf }: JsonObject): string | undefined {
  return ($ref ?? (allOf as JsonObject[] | undefined)?.[0]?.$ref) as string | undefined;
}

const commentOfField = (field: ts.Symbol, walk: Walk): string =>
  commentOf(field, walk.checker) || commentOfConstant(field, walk);

/**
 * The comment of the constant that a field is made of: `atUs: timeUs`, `endedAtUs: timeUs.nullable()`, or `connections`
 * alone.
 */
function commentOfConstant(field: ts.Symbol, { checker }: Walk): string {
  const declaration = field.valueDeclaration ?? field.declarations?.[0];
  if (!declaration) return '';
  if (ts.isShorthandPropertyAssignment(declaration)) {
    return commentOf(meaningful(checker.getShorthandAssignmentValueSymbol(declaration), checker), checker);
  }
  if (!ts.isPropertyAssignment(declaration)) return '';
  let value = declaration.initializer;
  while (ts.isCallExpression(value) && ts.isPropertyAccessExpression(value.expression)) {
    if (!MAYBE.has(value.expression.name.text)) return '';
    value = value.expression.expression;
  }
  return ts.isIdentifier(value) ? commentOf(meaningful(checker.getSymbolAtLocation(value), checker), checker) : '';
}

const MAYBE = new Set(['nullable', 'nullish', 'optional']);

/** The constants of bounds.ts say how long a text may be, and not what it means. */
function meaningful(symbol: ts.Symbol | undefined, checker: ts.TypeChecker): ts.Symbol | undefined {
  const own = symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  return own?.declarations?.some((one) => one.getSourceFile().fileName.endsWith('/bounds.ts')) ? undefined : own;
}

/** Such as `const run = z.object(...).meta({ id: 'Run' })`. */
function constantsWithId(source: ts.SourceFile, checker: ts.TypeChecker): [id: string, constant: ts.Symbol][] {
  const declarations = source.statements.flatMap((one) =>
    ts.isVariableStatement(one) ? one.declarationList.declarations : [],
  );
  return declarations.flatMap(({ name, initializer }) => {
    const id = initializer && idOf(initializer);
    const constant = checker.getSymbolAtLocation(name);
    return id && constant ? [[id, constant]] : [];
  });
}

function idOf(value: ts.Expression): string | undefined {
  if (!ts.isCallExpression(value) || !ts.isPropertyAccessExpression(value.expression)) return undefined;
  const [meta] = value.arguments;
  if (value.expression.name.text !== 'meta' || !meta || !ts.isObjectLiteralExpression(meta)) return undefined;
  const id = meta.properties.find((one) => one.name?.getText() === 'id');
  return id && ts.isPropertyAssignment(id) && ts.isStringLiteral(id.initializer) ? id.initializer.text : undefined;
}

/** On one line, but for paragraphs and lists. */
function commentOf(symbol: ts.Symbol | undefined, checker: ts.TypeChecker): string {
  const text = symbol ? ts.displayPartsToString(symbol.getDocumentationComment(checker)) : '';
  return text.replace(/([^\n])\n(?!\n|- )/g, '$1 ').trim();
}

function prepend(operation: JsonObject, comment: string): void {
  if (comment) operation.description = [comment, operation.description].filter(Boolean).join('\n\n');
}

const inside = (node: JsonObject, ...keys: string[]): JsonObject =>
  keys.reduce((one, key) => one[key] as JsonObject, node);
