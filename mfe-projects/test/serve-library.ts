import * as contract from '@lamella/shared/contract'
import { type Image, type ImageScope, statusesOfScope } from '@lamella/shared/contract'
import type { ContractServer } from '@lamella/shared/testing/contract-server.ts'
import { sampleView } from './sample-view.ts'

type Query = Partial<contract.HandlerInput<typeof contract.listImages>['query']>

const byName = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

const sorted: Record<contract.ImageSort, (a: Image, b: Image) => number> = {
  newest: (a, b) => b.created.localeCompare(a.created),
  oldest: (a, b) => a.created.localeCompare(b.created),
  name: (a, b) => byName.compare(a.name, b.name),
  largest: (a, b) => b.size - a.size,
  smallest: (a, b) => a.size - b.size,
}

const isIn = (scope: ImageScope | undefined, { status }: Image): boolean =>
  scope === undefined || statusesOfScope[scope].includes(status)

const found = (images: readonly Image[], query: Query): Image[] =>
  images
    .filter((image) => isIn(query['filter[scope]'], image))
    .filter(({ name }) => name.toLowerCase().includes((query['filter[name]'] ?? '').toLowerCase()))
    .filter(({ tags }) => query['filter[tag]'] === undefined || tags?.includes(query['filter[tag]']))
    .toSorted(sorted[query.sort ?? 'newest'])

/** Answers as the library of a server that stores these images; cursors are numbers of images. */
export const serveLibrary = (server: ContractServer, stored: () => readonly Image[]): ContractServer =>
  server
    .on(contract.listJobs, () => ({ data: [], links: { next: null } }))
    .on(contract.getImageOutline, ({ query }) => {
      const { length: total } = found(stored(), query)
      const pages = Math.ceil(total / query['page[size]'])
      const count = (scope: ImageScope) => stored().filter((image) => isIn(scope, image)).length
      return {
        data: {
          total,
          starts: Array.from({ length: pages }, (_, index) => (index === 0 ? null : `${index * query['page[size]']}`)),
          counts: { available: count('available'), processing: count('processing'), failed: count('failed') },
          trashed: 0,
        },
      }
    })
    .on(contract.listImages, ({ query }) => {
      const first = Number(query['page[after]'] ?? 0)
      const data = found(stored(), query).slice(first, first + query['page[size]'])
      return { data, links: { next: null } }
    })
    .on(contract.listWaitingMedia, () => ({ data: [] }))
    .on(contract.getImageView, () => ({ data: sampleView() }))
    .on(contract.listImageGroups, () => ({ data: { tags: [], types: [], folders: [], owners: [] } }))
