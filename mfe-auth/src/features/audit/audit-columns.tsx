import type { AuditEntry } from '@lamella/shared/contract'
import { type DataTableColumn, TimeAgo } from '@lamella/shared/ui'
import { createElement, Fragment } from 'react'
import css from './audit.module.css'

/** Whoever has no account: an operator on the machine itself, or the server. */
const actorName = ({ user, detail }: AuditEntry): string =>
  user?.fullName ?? (detail?.by === 'operator' ? 'Operator' : 'System')

/** Its pieces never change places, so that none needs a key. */
const Sentence = ({ parts }: { parts: AuditEntry['sentence'] }) =>
  createElement(Fragment, null, ...parts.map(({ text, isName }) => (isName ? <b>{text}</b> : text)))

/** A phone has one column: what was done, and under it who did it when. */
export const auditColumns: readonly DataTableColumn<AuditEntry>[] = [
  {
    id: 'user',
    title: 'User',
    render: (entry) => (
      <span className={css.who}>
        {actorName(entry)}
        {entry.user && <span className={css.email}>{entry.user.email}</span>}
      </span>
    ),
    width: 230,
    wideOnly: true,
  },
  {
    id: 'action',
    title: 'Action',
    render: (entry) => (
      <span className={css.what}>
        <Sentence parts={entry.sentence} />
        <span className={css.under}>
          {actorName(entry)}, <TimeAgo date={entry.at} />
        </span>
      </span>
    ),
  },
  { id: 'time', title: 'Time', render: ({ at }) => <TimeAgo date={at} />, width: 170, wideOnly: true },
]
