import type { AuditEntry } from '@lamella/shared/contract'
import { type DataTableColumn, TimeAgo } from '@lamella/shared/ui'
import { createElement, Fragment } from 'react'
import css from './audit.module.css'

/** Entries without a user were caused by an operator's command or by the server itself. */
const actorName = ({ user, detail }: AuditEntry): string =>
  user?.fullName ?? (detail?.by === 'operator' ? 'Operator' : 'System')

/** The parts never change their order, so they need no keys. */
const Sentence = ({ parts }: { parts: AuditEntry['sentence'] }) =>
  createElement(Fragment, null, ...parts.map(({ text, isName }) => (isName ? <b>{text}</b> : text)))

/** Columns of the audit log. On a phone only the action is a column; user and time are below it. */
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
