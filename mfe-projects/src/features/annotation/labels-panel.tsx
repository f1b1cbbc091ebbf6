import type { Label } from '@lamella/shared/contract'
import { ErrorState, formatNumber } from '@lamella/shared/ui'
import type { ViewerPanel } from '@lamella/shared/viewer'
import { ActionIcon, VisuallyHidden } from '@mantine/core'
import { IconCheck, IconEye, IconEyeOff, IconPlus } from '@tabler/icons-react'
import { Link } from 'react-router-dom'
import { unlabelled } from './label-look.ts'
import css from './labels-panel.module.css'
import type { Labels } from './use-labels.ts'

/** Keys of the first labels. */
export const labelKeys = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const

interface PanelOptions extends Labels {
  projectId: string
  canAnnotate: boolean
  /** How many objects have each label, by its id. */
  counts: ReadonlyMap<string, number>
  /** Ids of labels whose objects are not drawn. */
  hidden: ReadonlySet<string>
  onHide: (id: string, isHidden: boolean) => void
  /** What was done last, for screen readers. */
  said: string
  /** Labels of the selected object; null: none is selected. */
  selected: readonly string[] | null
  /** Makes a label the one of the selected object, and of what is drawn next. */
  onChoose: (label: Label) => void
  /** Gives the selected object a label besides its others, or takes it away. */
  onToggle: (label: Label) => void
}

interface EyeProps extends Pick<PanelOptions, 'hidden' | 'onHide'> {
  id: string
  name: string
}

const Eye = ({ id, name, hidden, onHide }: EyeProps) => {
  const isHidden = hidden.has(id)
  const Icon = isHidden ? IconEyeOff : IconEye
  return (
    <ActionIcon size={28} aria-label={`${isHidden ? 'Show' : 'Hide'} ${name}`} onClick={() => onHide(id, !isHidden)}>
      <Icon size={16} stroke={1.6} aria-hidden />
    </ActionIcon>
  )
}

const LabelBox = ({ label, selected, onToggle }: { label: Label } & Pick<PanelOptions, 'selected' | 'onToggle'>) => {
  const style = { backgroundColor: label.color }
  if (!selected) return <span className={css.box} style={style} />
  const isGiven = selected.includes(label.id)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a box in the colour of the label
    <button
      type="button"
      role="checkbox"
      aria-checked={isGiven}
      aria-label={`${label.name} for the selected annotation`}
      className={css.box}
      style={style}
      onClick={() => onToggle(label)}
    >
      {isGiven && <IconCheck size={14} stroke={3} aria-hidden />}
    </button>
  )
}

const LabelList = (options: PanelOptions) => {
  const { offered, active, canAnnotate, counts, selected, onChoose, onToggle, hidden, onHide } = options
  const none = counts.get(unlabelled) ?? 0
  return (
    <ul className={css.list}>
      {offered.map((label, index) => {
        const key = canAnnotate ? labelKeys[index] : undefined
        return (
          <li key={label.id} className={css.label} data-active={label === active || undefined}>
            <LabelBox label={label} selected={canAnnotate ? selected : null} onToggle={onToggle} />
            {canAnnotate ? (
              <button
                type="button"
                className={css.name}
                aria-pressed={label === active}
                aria-keyshortcuts={key}
                title={label.description || undefined}
                onClick={() => onChoose(label)}
              >
                {label.name}
              </button>
            ) : (
              <span className={css.name}>{label.name}</span>
            )}
            <span className={css.count}>{formatNumber(counts.get(label.id) ?? 0)}</span>
            {key && (
              <kbd className={css.key} aria-hidden>
                {key}
              </kbd>
            )}
            <Eye id={label.id} name={label.name} hidden={hidden} onHide={onHide} />
          </li>
        )
      })}
      {none > 0 && (
        <li className={css.label}>
          <span className={`${css.box} ${css.none}`} />
          <span className={css.name}>Unlabelled</span>
          <span className={css.count}>{formatNumber(none)}</span>
          <Eye id={unlabelled} name="unlabelled" hidden={hidden} onHide={onHide} />
        </li>
      )}
    </ul>
  )
}

const Head = ({ projectId, sets, set, onSet }: PanelOptions) => (
  <span className={css.actions}>
    {sets.length > 1 ? (
      <select
        className={css.set}
        aria-label="Label set"
        value={set ?? ''}
        onChange={({ currentTarget }) => onSet(currentTarget.value)}
      >
        {sets.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    ) : (
      <span className={css.name}>{sets[0]?.name}</span>
    )}
    <ActionIcon component={Link} to={`/projects/${projectId}/labelsets`} size={28} aria-label="Label sets">
      <IconPlus size={16} stroke={1.6} aria-hidden />
    </ActionIcon>
  </span>
)

const Content = (options: PanelOptions) => {
  const { error, isLoaded, offered, projectId } = options
  if (error) {
    return (
      <div className={css.error}>
        <ErrorState {...error} />
      </div>
    )
  }
  if (!isLoaded || offered.length > 0) return <LabelList {...options} />
  return (
    <p className={css.hint}>
      There are no labels yet. <Link to={`/projects/${projectId}/labelsets`}>Make labels</Link>
    </p>
  )
}

/** Viewer panel of the labels of the project: which one is given, and whose objects are drawn. */
export const labelsPanel = (options: PanelOptions): ViewerPanel => ({
  id: 'labels',
  title: 'Labels',
  actions: <Head {...options} />,
  render: () => (
    <>
      <VisuallyHidden role="status">{options.said}</VisuallyHidden>
      <Content {...options} />
    </>
  ),
})
