import type { Endpoint, EndpointInput, EndpointOutput } from '@lamella/shared/contract'
import { type CallOptions, call } from './call.ts'

interface Page {
  data: unknown[]
  links: { next: string | null }
}
type ItemOf<E extends Endpoint> = EndpointOutput<E> extends { data: (infer I)[]; links: unknown } ? I : never

/** A list page after page, each read when it is asked for (D2-7-03). @throws as `call` */
export async function* callPages<E extends Endpoint>(
  endpoint: E,
  input: EndpointInput<E>,
  options?: CallOptions,
): AsyncGenerator<ItemOf<E>[]> {
  let query = (input as { query?: Record<string, string> }).query ?? {}
  for (;;) {
    const answer: unknown = await call(endpoint, { ...(input as object), query } as EndpointInput<E>, options)
    const page = answer as Page
    yield page.data as ItemOf<E>[]
    const after = page.links.next && new URL(page.links.next, 'http://next').searchParams.get('page[after]')
    if (!after) return
    query = { ...query, 'page[after]': after }
  }
}

/** All items of a list: follows `links.next` to the last page (D2-7-03). @throws as `call` */
export const callAllPages = async <E extends Endpoint>(
  endpoint: E,
  input: EndpointInput<E>,
  options?: CallOptions,
): Promise<ItemOf<E>[]> => {
  const items: ItemOf<E>[] = []
  for await (const page of callPages(endpoint, input, options)) items.push(...page)
  return items
}
