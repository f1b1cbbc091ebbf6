import type { Endpoint, EndpointInput, EndpointOutput } from '@lamella/shared/contract'
import { type CallOptions, call } from './call.ts'

interface Page {
  data: unknown[]
  links: { next: string | null }
}
type ItemOf<E extends Endpoint> = EndpointOutput<E> extends { data: (infer I)[]; links: unknown } ? I : never

/** All items of a list: follows `links.next` to the last page (D2-7-03). @throws as `call` */
export const callAllPages = async <E extends Endpoint>(
  endpoint: E,
  input: EndpointInput<E>,
  options?: CallOptions,
): Promise<ItemOf<E>[]> => {
  const items: unknown[] = []
  let query = (input as { query?: Record<string, string> }).query ?? {}
  for (;;) {
    const answer: unknown = await call(endpoint, { ...(input as object), query } as EndpointInput<E>, options)
    const page = answer as Page
    items.push(...page.data)
    const after = page.links.next && new URL(page.links.next, 'http://next').searchParams.get('page[after]')
    if (!after) return items as ItemOf<E>[]
    query = { ...query, 'page[after]': after }
  }
}
