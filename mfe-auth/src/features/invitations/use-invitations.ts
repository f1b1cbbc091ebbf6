import { type Invitation, type InvitationSort, invitationSorts, type ListOutline } from '@lamella/shared/contract'
import {
  invitationOutlineQuery,
  invitationPageQuery,
  invitationsChanged,
  invitationsStartQuery,
  type LongList,
  orderOf,
  useLongList,
} from '@lamella/shared/queries'
import { queryError, type TableSort, useRowsPerPage } from '@lamella/shared/ui'
import { useQuery } from '@tanstack/react-query'

const newestFirst: TableSort = { by: 'created', direction: 'descending' }
const defaultOrder: InvitationSort = '-created'

/** The invitations that were not accepted yet, which may be thousands. */
export interface Invitations {
  list: LongList<Invitation, ListOutline & { pending: number }>
  /** Those that reserve a seat, until they expire; undefined: it is being read. */
  pending: number | undefined
  pageSize: number
  startSort: TableSort
  error: ReturnType<typeof queryError>
}

/** @param enabled - whether the user may see them */
export const useInvitations = (enabled: boolean): Invitations => {
  const pageSize = useRowsPerPage({ offset: 550, minimum: 10 })
  const start = useQuery({ ...invitationsStartQuery, enabled })
  const list = useLongList(
    start,
    {
      startSort: newestFirst,
      question: (sort) => ({ sort: orderOf(invitationSorts, sort) ?? defaultOrder }),
      outline: invitationOutlineQuery,
      page: invitationPageQuery,
      changed: invitationsChanged,
    },
    { filter: '', pageSize },
  )
  const now = Date.now()
  const ofWhole = start.data?.isWhole
    ? start.data.rows.filter(({ expires }) => Date.parse(expires) > now).length
    : undefined
  return {
    list,
    pending: list.outline?.pending ?? ofWhole,
    pageSize,
    startSort: newestFirst,
    error: queryError('The invitations could not be retrieved', start, ...list.parts),
  }
}
