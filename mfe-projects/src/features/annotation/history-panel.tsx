import { UserAvatar } from '@lamella/shared/blocks'
import { annotationTrashDays, type ChangedObject, defaultRegionName } from '@lamella/shared/contract'
import { annotationHistoryQuery, useRefetchOnEvents } from '@lamella/shared/queries'
import { dayInWords, formatNumber, useNow } from '@lamella/shared/ui'
import type { ViewerPanel } from '@lamella/shared/viewer'
import { ActionIcon, SegmentedControl } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { SaveLine, type SaveLineProps } from './annotations-panel.tsx'
import { DeletedList, type DeletedListProps } from './deleted-list.tsx'
import { groupSteps, type HistoryGroup } from './history-groups.ts'
import css from './history-panel.module.css'
import { LabelNames, labelsIn } from './label-names.tsx'
import { Pages } from './pages.tsx'
import type { LabelsById } from './use-labels.ts'

/** What the panel shows: all changes, or what is deleted. */
export type HistoryView = 'changes' | 'deleted'

interface PanelOptions extends DeletedListProps, SaveLineProps {
  view: HistoryView
  onView: (view: HistoryView) => void
  onClose: () => void
  /** Whether an object is there, and can be shown. */
  isThere: (id: string) => boolean
  onShow: (id: string) => void
}

/** Objects that an entry names by their numbers. */
const few = 5

const timeOf = (at: string): string => new Date(at).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })

const dayOf = (date: Date): string => date.toLocaleDateString('en-GB', { day: 'numeric', month: 'short' })

/** Until when what was deleted is in the trash; null: it is not, or no longer. */
const trashedUntil = ({ objects, at }: HistoryGroup, isThere: (id: string) => boolean, now: Date): string | null => {
  const until = new Date(Date.parse(at) + annotationTrashDays * 86_400_000)
  const isGone = objects.some(({ id, act }) => act === 'delete' && !isThere(id))
  return isGone && until > now ? `In the trash until ${dayOf(until)}` : null
}

const Numbers = ({ group, isThere, onShow }: { group: HistoryGroup } & Pick<PanelOptions, 'isThere' | 'onShow'>) => {
  const named = group.objects.slice(0, few)
  const further = group.objects.length - named.length + group.further
  return (
    <span className={css.numbers}>
      No.{' '}
      {named.map(({ id, no }) =>
        isThere(id) ? (
          <button key={id} type="button" aria-label={`Show No. ${formatNumber(no)}`} onClick={() => onShow(id)}>
            {formatNumber(no)}
          </button>
        ) : (
          <span key={id}>{formatNumber(no)}</span>
        ),
      )}
      {further > 0 && <span>and {formatNumber(further)} more</span>}
    </span>
  )
}

/** From which labels, or which name, to which: of an entry about one object. */
const Difference = ({ object, labels }: { object: ChangedObject; labels: LabelsById }) => {
  if (object.act === 'create') {
    if (object.name !== null) return object.name === defaultRegionName ? null : <bdi>{object.name}</bdi>
    return object.labels.length > 0 ? <LabelNames labels={labelsIn(object.labels, labels)} /> : null
  }
  if (object.nameBefore !== object.name) {
    return (
      <span>
        <bdi>{object.nameBefore}</bdi> to <bdi>{object.name}</bdi>
      </span>
    )
  }
  const before = object.labelsBefore ?? []
  if (object.act !== 'change' || before.toSorted().join() === object.labels.toSorted().join()) return null
  // Marked, or no longer marked, for these.
  if (object.name !== null) {
    return <LabelNames labels={labelsIn(object.labels.length > 0 ? object.labels : before, labels)} />
  }
  return (
    <span className={css.difference}>
      <LabelNames labels={labelsIn(before, labels)} /> to <LabelNames labels={labelsIn(object.labels, labels)} />
    </span>
  )
}

interface EntryProps extends Pick<PanelOptions, 'labels' | 'isThere' | 'onShow'> {
  group: HistoryGroup
  now: Date
}

const Entry = ({ group, now, labels, isThere, onShow }: EntryProps) => {
  const [only] = group.objects
  const until = trashedUntil(group, isThere, now)
  return (
    <li className={css.entry}>
      <UserAvatar name={group.by.fullName} id={group.by.id} size={24} />
      <span className={css.words}>
        <span className={css.sentence}>
          <b>{group.by.fullName}</b> {group.text}
        </span>
        <Numbers group={group} isThere={isThere} onShow={onShow} />
        {only && group.objects.length + group.further === 1 && <Difference object={only} labels={labels} />}
        {until && <span>{until}</span>}
      </span>
      <time dateTime={group.at} title={new Date(group.at).toLocaleString('en-GB')}>
        {timeOf(group.at)}
      </time>
    </li>
  )
}

const Changes = ({ projectId, imageId, ...options }: PanelOptions) => {
  const query = annotationHistoryQuery(projectId, imageId)
  useRefetchOnEvents(query)
  const list = useInfiniteQuery(query)
  const now = useNow()
  const groups = groupSteps(list.data?.pages.flatMap(({ data }) => data) ?? [])
  const days = Map.groupBy(groups, ({ at }) => dayInWords(new Date(at), now))
  return (
    <Pages list={list} failure="The history could not be loaded" more="Show earlier changes">
      {groups.length === 0 && !list.hasNextPage && <p className={css.none}>Nothing was drawn on this image yet.</p>}
      {[...days].map(([day, ofDay]) => (
        <section key={day} aria-label={day}>
          <h3 className={css.day}>{day}</h3>
          <ol className={css.list}>
            {ofDay.map((group) => (
              <Entry key={group.revision} group={group} now={now} {...options} />
            ))}
          </ol>
        </section>
      ))}
    </Pages>
  )
}

const views = [
  { value: 'changes', label: 'All changes' },
  { value: 'deleted', label: 'Trash' },
] as const

/** Viewer panel of what was done to the annotations of the image, by whom and when, and of what can be restored. */
export const historyPanel = (options: PanelOptions): ViewerPanel => ({
  id: 'history',
  title: 'History',
  fills: true,
  actions: (
    <ActionIcon aria-label="Close the history" onClick={options.onClose}>
      <IconX size={18} stroke={1.6} aria-hidden />
    </ActionIcon>
  ),
  render: () => (
    <>
      {options.canAnnotate && <SaveLine {...options} />}
      <SegmentedControl
        classNames={{ root: css.views, indicator: css.chosen, label: css.view }}
        aria-label="What is listed"
        size="xs"
        fullWidth
        data={[...views]}
        value={options.view}
        onChange={(value) => options.onView(value === 'deleted' ? 'deleted' : 'changes')}
      />
      {options.view === 'deleted' ? <DeletedList {...options} /> : <Changes {...options} />}
    </>
  ),
})
