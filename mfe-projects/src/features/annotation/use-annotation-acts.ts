import { defaultRegionName, type ImageView, type Label } from '@lamella/shared/contract'
import { bus } from '@lamella/shared/events'
import { GeometryError } from '@lamella/shared/geometry'
import { formatNumber } from '@lamella/shared/ui'
import type { ObjectLayer, ShownPlane } from '@lamella/shared/viewer'
import { useState } from 'react'
import { useLatest } from '../../lib/use-latest.ts'
import { copiedObjects, copyObjects } from './clipboard.ts'
import type { Command } from './command-stack.ts'
import { creating, deleting, labelling, reshaping, together } from './commands.ts'
import { copyToAllTimes, duplicate, paste } from './copies.ts'
import type { DrawnObject } from './drawn-objects.ts'
import { commonLabels, withFurther, withLabel } from './given-labels.ts'
import { labelsIn } from './label-names.tsx'
import { cutHole, erase, isArea, merge, paint, type ShapeEdit, simplify, splitBy, subtract } from './shape-edits.ts'
import type { ToolActs } from './use-annotation-tools.ts'
import type { Labels } from './use-labels.ts'
import type { Selection } from './use-selection.ts'

/** CSS pixels between an object and its copy. */
const copyDistance = 12

const refuse = (detail: string): void => bus.emit('toast/show', { kind: 'error', title: 'Annotations', detail })

interface ActsOptions {
  layer: ObjectLayer
  view: ImageView
  /** Index of the scene that `view` describes. */
  scene: number
  /** Id of the user. */
  user: string
  /** Of the scene that is shown. */
  objects: readonly DrawnObject[]
  /** Those of them that are selected, in that order. */
  chosen: readonly DrawnObject[]
  selection: Selection
  labels: Pick<Labels, 'byId' | 'active' | 'activate'>
  run: (command: Command) => void
}

/** What a user does to objects, each as one step that can be taken back. */
export interface AnnotationActs extends ToolActs {
  /** Makes a label the one of the selected objects, and of what is drawn next. */
  choose: (label: Label) => void
  /** Gives the selected objects a label besides their others, or takes it away. */
  toggle: (label: Label) => void
  remove: () => void
  merge: () => void
  subtract: () => void
  simplify: () => void
  duplicate: () => void
  copyToAllTimes: () => void
  /** Keeps the selected objects, to be pasted into this image, at another plane or time point, or into another one. */
  copy: () => void
  /** Puts what was copied onto the plane and the time point that are shown. */
  paste: () => void
}

/** The same functions in each rendering. `said`: what was done, for screen readers; `say` puts something else there. */
export const useAnnotationActs = ({
  layer,
  view,
  scene,
  user,
  objects,
  chosen,
  selection,
  labels: { byId, active, activate },
  run,
}: ActsOptions): { acts: AnnotationActs; said: string; say: (said: string) => void } => {
  const [said, setSaid] = useState('')
  const { select } = selection
  // What is out of sight, such as on another plane, is not changed by a key that was meant for what comes next.
  const reached = (): DrawnObject[] => chosen.filter(({ id }) => layer.shows(id))
  const give = (made: (object: DrawnObject) => string[] | null, to: readonly DrawnObject[]): void => {
    const given = to.flatMap((object) => {
      const ids = made(object)
      return ids ? [{ object, ids }] : []
    })
    run(together(given.map(({ object, ids }) => labelling(object, ids))))
    const [first, ...others] = given
    if (!first) return
    const names = labelsIn(first.ids, byId).map(({ name }) => name)
    const who =
      others.length === 0 ? `Annotation ${first.object.no ?? ''}` : `${formatNumber(given.length)} annotations`
    setSaid(`${who}: ${names.join(', ') || 'Unlabelled'}`)
  }
  const doEdit = async (make: () => ShapeEdit | Promise<ShapeEdit>): Promise<void> => {
    try {
      const done = await make()
      if ('refused' in done) {
        refuse(done.refused)
        return
      }
      run(done)
      select(done.ids)
      setSaid(done.said)
      if (done.told) bus.emit('toast/show', { kind: 'info', title: 'Annotations', detail: done.told })
    } catch (error) {
      if (error instanceof GeometryError) refuse(error.detail)
      else throw error
    }
  }
  const edit = async (
    make: (objects: DrawnObject[]) => ShapeEdit | Promise<ShapeEdit>,
    edited = reached(),
  ): Promise<void> => {
    if (edited.length > 0) await doEdit(() => make(edited))
  }
  const editOne = (make: (object: DrawnObject) => Promise<ShapeEdit>): Promise<void> =>
    edit(([object]) => (object ? make(object) : { refused: 'Nothing is selected.' }))
  /** The plane and the time point that are shown, where there are several. */
  const placeOf = ({ t, plane }: ShownPlane) => ({
    z: (view.zCount ?? 1) > 1 && typeof plane === 'number' ? plane : null,
    t: view.timePoints > 1 ? t : null,
  })
  const draw: ToolActs['draw'] = ({ geometry, scene, shown }, isRegion) => {
    const given = isRegion ? { labels: [], name: defaultRegionName } : { labels: active ? [active.id] : [], name: null }
    const made = creating({ geometry, scene, ...placeOf(shown), ...given })
    run(made)
    if (isRegion) select([made.id])
    else selection.draw(made.id)
  }
  const acts = useLatest<AnnotationActs>({
    refuse,
    draw,
    // As in QuPath: from within the selected object on, a stroke belongs to it; from elsewhere it is another one.
    paint: (stroke) => {
      const [only, ...others] = reached()
      const single = only && others.length === 0 && isArea(only) ? only : null
      if (stroke.isErased) {
        const under = layer.idAt([stroke.from[0], -stroke.from[1]], layer.resolution)
        const erased = single ?? objects.find((object) => object.id === under && isArea(object))
        if (erased) void edit(() => erase(erased, stroke.geometry), [erased])
        else refuse('There is no area to erase from.')
      } else if (single && layer.covers(single.id, stroke.from)) void edit(() => paint(single, stroke.geometry))
      else draw(stroke, false)
    },
    pick: (id, isFurther) => {
      if (id === null) isFurther || select([])
      else if (isFurther) selection.toggle(id)
      else select([id])
    },
    pickAll: selection.add,
    reshape: (id, geometry) => {
      const object = objects.find((each) => each.id === id)
      if (object) run(reshaping(object, geometry))
    },
    split: (line) => void editOne((object) => splitBy(object, line)),
    cutHole: (hole) => void editOne((object) => cutHole(object, hole)),
    // In place of others of its set. It stays for what is drawn next; chosen again with nothing selected, no more.
    choose: (label) => {
      // Regions have no labels.
      const labelled = reached().filter(({ name }) => name === null)
      const [only] = labelled
      activate(!only && active?.id === label.id ? null : label.id)
      // Who draws on and on means the next one: what has its label keeps it, unless it was selected to be changed.
      if (only && only.id === selection.fresh && only.labels.length > 0) select([])
      else give((object) => withLabel(object, label, byId), labelled)
    },
    toggle: ({ id }) => {
      const labelled = chosen.filter(({ name }) => name === null)
      const isGiven = !commonLabels(labelled).includes(id)
      give((object) => withFurther(object, id, isGiven), labelled)
    },
    remove: () => {
      const removed = reached()
      if (removed.length === 0) return
      run(together(removed.map(deleting)))
      select([])
    },
    merge: () => void edit(merge),
    subtract: () => void edit(subtract),
    simplify: () => void edit((edited) => simplify(edited, layer.resolution)),
    duplicate: () => void edit((edited) => duplicate(edited, copyDistance * layer.resolution, view)),
    copyToAllTimes: () => void edit((edited) => copyToAllTimes(edited, objects, view.timePoints)),
    copy: () => {
      const copied = reached()
      if (copied.length === 0) return
      copyObjects(user, copied, byId)
      setSaid(`${formatNumber(copied.length)} copied`)
    },
    paste: () => {
      const { shown } = layer
      if (!shown) return
      const by = copyDistance * layer.resolution
      const target = {
        width: view.width,
        height: view.height,
        scene,
        ...placeOf(shown),
        there: objects,
        labels: byId,
        by,
      }
      void doEdit(() => paste(copiedObjects(user), target))
    },
  })
  return { acts, said, say: setSaid }
}
