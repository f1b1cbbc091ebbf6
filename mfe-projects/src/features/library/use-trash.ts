import { type Image, type ListOutline, type TrashSort, trashSorts } from '@lamella/shared/contract'
import {
  imagesChanged,
  type LongList,
  orderOf,
  trashOutdated,
  trashOutlineQuery,
  trashPageQuery,
  trashStartQuery,
  useLiveQuery,
  useLongList,
} from '@lamella/shared/queries'
import { queryError, type TableSort } from '@lamella/shared/ui'

/** What was deleted last comes first: it may have been a mistake. */
export const deletedLastFirst: TableSort = { by: 'trashed', direction: 'descending' }
const defaultOrder: TrashSort = '-trashed'

/** The trash as its table shows it. */
export interface Trash extends LongList<Image, ListOutline> {
  error: ReturnType<typeof queryError>
}

/** The images in the trash of a project, which may be thousands. @param pageSize - rows per page */
export const useTrash = (projectId: string, pageSize: number): Trash => {
  const start = useLiveQuery(trashStartQuery(projectId))
  const list = useLongList(
    start,
    {
      startSort: deletedLastFirst,
      question: (sort) => ({ sort: orderOf(trashSorts, sort) ?? defaultOrder }),
      outline: (question) => trashOutlineQuery(projectId, question),
      page: (question, after) => trashPageQuery(projectId, question, after),
      changed: (queries) => imagesChanged(queries, projectId),
      outdated: (queries, before) => trashOutdated(queries, projectId, before),
    },
    { filter: '', pageSize },
  )
  return { ...list, error: queryError('The trash could not be retrieved', start, ...list.parts) }
}
