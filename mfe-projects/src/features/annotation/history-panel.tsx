import { UserAvatar } from '@lamella/shared/blocks'
import { annotationTrashDays, type ChangedObject, defaultRegionName } from '@lamella/shared/contract'
import { annotationHistoryQuery, useRefetchOnEvents } from '@lamella/shared/queries'
import { dayInWords, formatNumber, useNow } from '@lamella/shared/ui'
import type { ViewerPanel } from '@lamella/shared/viewer'
import { ActionIcon, Button, SegmentedControl } from '@mantine/core'
import { IconHistory, IconX } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { SaveLine, type SaveLineProps } from './annotations-panel.tsx'
import type { Returned } from './commands.ts'
import { DeletedList, type DeletedListProps } from './deleted-list.tsx'
import { groupSteps, type HistoryGroup } from './history-groups.ts'
import css from './history-panel.module.css'
import { LabelNames, labelsIn } from './label-names.tsx'
import { Pages } from './pages.tsx'
import type { LabelsById } from './use-labels.ts'
import type { Moment } from './use-moment.ts'

/** What the panel shows: all changes, or what is deleted. */
export type HistoryView = 'changes' | 'deleted'

interface PanelOptions extends DeletedListProps, SaveLineProps {
  view: HistoryView
  onView: (view: HistoryView) => void
  onClose: () => void
  /** Whether an object is there, and can be shown. */
  isThere: (id: string) => boolean
  onShow: (id: string) => void
  /** The moment that the picture shows; null: now. */
  moment: Moment | null
  /** Called with the moment after an entry; null: now. Absent: the server does not tell what was. */
  onMoment?: ((moment: Moment | null) => void) | undefined
  /** What becomes of the image, or of the selected objects, when they are made what they were at the moment; null: not known, or nothing. */
  returning: Record<'image' | 'selected', Return | null>
}

interface Return {
  counts: Returned
  run: () => void
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

interface EntryProps extends Pick<PanelOptions, 'labels' | 'isThere' | 'onShow' | 'moment' | 'onMoment'> {
  group: HistoryGroup
  now: Date
}

const Entry = ({ group, now, labels, isThere, onShow, moment, onMoment }: EntryProps) => {
  const [only] = group.objects
  const until = trashedUntil(group, isThere, now)
  const { revision, at } = group
  const sentence = (
    <>
      <b>{group.by.fullName}</b> {group.text}
    </>
  )
  const isShown = moment?.revision === revision
  return (
    <li
      className={css.entry}
      data-selected={isShown || undefined}
      data-later={(moment && revision > moment.revision) || undefined}
    >
      <UserAvatar name={group.by.fullName} id={group.by.id} size={24} />
      <span className={css.words}>
        {onMoment ? (
          <button
            type="button"
            className={css.sentence}
            aria-pressed={isShown}
            title="Show the image as it was then"
            onClick={() => onMoment(isShown ? null : { revision, at })}
          >
            {sentence}
          </button>
        ) : (
          <span className={css.sentence}>{sentence}</span>
        )}
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

/** E.g. "39 objects go to the trash, 2 come back." */
const returnText = ({ deleted, restored, changed }: Returned): string => {
  const objects = (count: number) => `${formatNumber(count)} object${count === 1 ? '' : 's'}`
  const parts = [
    ...(deleted > 0 ? [`${objects(deleted)} ${deleted === 1 ? 'goes' : 'go'} to the trash`] : []),
    ...(restored > 0 ? [`${objects(restored)} ${restored === 1 ? 'comes' : 'come'} back`] : []),
    ...(changed > 0 ? [`${objects(changed)} ${changed === 1 ? 'changes' : 'change'}`] : []),
  ]
  return parts.length > 0 ? `${parts.join(', ')}.` : 'Nothing is different.'
}

const Returning = ({ image, selected }: PanelOptions['returning']) => (
  <div className={css.returning}>
    <p>Restoring the image adds a new change: {image ? returnText(image.counts) : '…'} Nothing is lost.</p>
    <Button
      size="sm"
      leftSection={<IconHistory size={16} stroke={1.6} aria-hidden />}
      disabled={!image}
      onClick={image?.run}
    >
      Restore image
    </Button>
    <Button size="sm" variant="default" disabled={!selected} onClick={selected?.run}>
      Restore selected
    </Button>
  </div>
)

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
      {options.canAnnotate && options.moment && <Returning {...options.returning} />}
    </>
  ),
})
