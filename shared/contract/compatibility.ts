import * as z from 'zod/mini'
import type { Endpoint } from './endpoint.ts'

/** File in a build that says what the build needs and provides; builds older than contract 1.3.0 have none. */
export const compatibilityFile = 'compatibility.json'

/** Form of the module that remotes expose (`RemoteModule`): a number that grows when an older shell could not load it. */
export const remoteForm = 1

/** Structure of a JSON value: the parts of a JSON Schema that decide whether two sides understand each other. */
export interface Structure {
  type?: string | string[] | undefined
  properties?: Record<string, Structure> | undefined
  required?: string[] | undefined
  /** False: none beyond those of `prefixItems`. */
  items?: Structure | boolean | undefined
  prefixItems?: Structure[] | undefined
  anyOf?: Structure[] | undefined
  oneOf?: Structure[] | undefined
  enum?: unknown[] | undefined
  const?: unknown
  /** Of the values of a record. */
  additionalProperties?: Structure | boolean | undefined
}

const structure: z.ZodMiniType<Structure> = z.object({
  type: z.optional(z.union([z.string(), z.array(z.string())])),
  get properties() {
    return z.optional(z.record(z.string(), structure))
  },
  required: z.optional(z.array(z.string())),
  get items() {
    return z.optional(z.union([structure, z.boolean()]))
  },
  get prefixItems() {
    return z.optional(z.array(structure))
  },
  get anyOf() {
    return z.optional(z.array(structure))
  },
  get oneOf() {
    return z.optional(z.array(structure))
  },
  enum: z.optional(z.array(z.unknown())),
  const: z.optional(z.unknown()),
  get additionalProperties() {
    return z.optional(z.union([structure, z.boolean()]))
  },
})

const callDescription = z.object({
  /** Name of the endpoint in the contract. */
  name: z.string(),
  method: z.string(),
  path: z.string(),
  /** What is sent: `params`, `query`, `headers` and `body`, as far as the endpoint has them. */
  request: structure,
  /** Body of success; null: empty, or bytes. */
  answer: z.nullable(structure),
})
export type CallDescription = z.infer<typeof callDescription>

/** What a build needs of the server and of the shell, and what the shell's build provides to remotes. */
export const compatibility = z.object({
  /** Version of the contract with which it was built. */
  contract: z.string(),
  /** Form of the remote module: the one that a remote has, those that a shell loads. */
  remoteForms: z.array(z.number()),
  /** Calls of the API that are in the build. */
  calls: z.array(callDescription),
  /** By request, e.g. `react`: shared modules that it takes from the shell, with the names that it imports. */
  needs: z.record(z.string(), z.object({ range: z.string(), names: z.array(z.string()) })),
  /** By request: shared modules that it provides; `names` is null where they are not known. */
  provides: z.record(z.string(), z.object({ version: z.string(), names: z.nullable(z.array(z.string())) })),
})
export type Compatibility = z.infer<typeof compatibility>

const structural = new Set([
  ...['type', 'properties', 'required', 'items', 'prefixItems', 'anyOf', 'oneOf', 'enum', 'const'],
  'additionalProperties',
])

const structureOf = (schema: z.ZodMiniType, io: 'input' | 'output'): Structure => {
  const { $schema: _, ...described } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      for (const key of Object.keys(jsonSchema)) {
        if (!structural.has(key)) delete (jsonSchema as Record<string, unknown>)[key]
      }
    },
  })
  return structure.parse(described)
}

const requestOf = ({ params, query, headers, body }: Endpoint): Structure => {
  const parts = Object.entries({ params, query, headers, body }).flatMap(([name, schema]) =>
    schema ? [[name, structureOf(schema, 'input')] as const] : [],
  )
  return { type: 'object', properties: Object.fromEntries(parts), required: parts.map(([name]) => name) }
}

/**
 * Describes a call as one side sees it.
 * @param side - the client reads answers, of which it may leave out what has a default; the server writes them
 */
export const describeCall = (name: string, endpoint: Endpoint, side: 'client' | 'server'): CallDescription => {
  const { body } = endpoint.success
  return {
    name,
    method: endpoint.method,
    path: endpoint.path,
    request: requestOf(endpoint),
    answer: body === null || body === 'binary' ? null : structureOf(body, side === 'client' ? 'input' : 'output'),
  }
}

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'success' in value

/** The calls among the exports of a module of the contract, by name. */
export const endpointsIn = (module: object): Map<string, Endpoint> =>
  new Map(Object.entries(module).flatMap(([name, value]) => (isEndpoint(value) ? [[name, value]] : [])))
