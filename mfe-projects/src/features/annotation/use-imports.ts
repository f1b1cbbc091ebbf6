import { ApiFailure } from '@lamella/shared/api'
import type { AnnotationImport, MaskValues } from '@lamella/shared/contract'
import { bus } from '@lamella/shared/events'
import { annotationImportsChanged, annotationImportsQuery, useLiveQuery } from '@lamella/shared/queries'
import { queryError } from '@lamella/shared/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { toastFailure } from '../../lib/toast-failure.ts'
import { changeImport, sendAnnotations } from './api.ts'
import type { Command } from './command-stack.ts'
import { countsText } from './import-text.ts'

/** A file on its way to the server. */
interface Sending {
  name: string
  cancel: () => void
}

/** Imports of annotations into an image. */
export interface Imports {
  /** The newest first; undefined until they are loaded. */
  list: readonly AnnotationImport[] | undefined
  error: ReturnType<typeof queryError>
  sending: readonly Sending[]
  /** Sends files one after the other. @param mask - what the values of label masks are; absent: they are none */
  start: (files: readonly File[], mask?: MaskValues) => void
  change: (one: AnnotationImport, status: 'cancelled' | 'undone' | 'successful') => void
}

const fail = toastFailure('Import of annotations')

/**
 * Imports of annotations into an image.
 * @param isWatched - whether they are shown. Else they are read only where one of this page is not done, and its end is told
 * @param record - called with what an import of this page has done, once it is done
 */
export const useImports = (imageId: string, isWatched: boolean, record: (command: Command) => void): Imports => {
  const queries = useQueryClient()
  const [sending, setSending] = useState<readonly Sending[]>([])
  /** Ids of those of this page that are not done. */
  const [own, setOwn] = useState<ReadonlySet<string>>(new Set())
  const query = useLiveQuery(
    { ...annotationImportsQuery(imageId), enabled: isWatched || own.size > 0 },
    { pollWhile: (list) => list.some(({ isBusy }) => isBusy) },
  )
  const change: Imports['change'] = (one, status) => {
    changeImport(one, status).then(() => annotationImportsChanged(queries, imageId), fail)
  }
  const told = useRef(new Set<string>())
  const onDone = useEffectEvent((one: AnnotationImport) => {
    if (told.current.has(one.id)) return
    told.current.add(one.id)
    setOwn((now) => new Set([...now].filter((id) => id !== one.id)))
    if (one.status === 'failed' && !isWatched) {
      bus.emit('toast/show', {
        kind: 'error',
        title: `${one.fileName} was not imported`,
        detail: one.error ?? '',
        sticky: true,
      })
    }
    if (one.status !== 'successful') return
    if (!isWatched) {
      bus.emit('toast/show', { kind: 'success', title: one.fileName, detail: countsText(one.counts) })
    }
    if (one.counts.imported === 0) return
    const act = { undo: () => change(one, 'undone'), redo: () => change(one, 'successful') }
    record({ redo: [], undo: [], act })
  })
  useEffect(() => {
    for (const one of query.data ?? []) if (own.has(one.id) && !one.isBusy) onDone(one)
  }, [query.data, own])
  const send = async (file: File, mask: MaskValues | undefined): Promise<void> => {
    const abort = new AbortController()
    const entry = { name: file.name, cancel: () => abort.abort() }
    setSending((now) => [...now, entry])
    try {
      const { id } = await sendAnnotations(imageId, file, mask, abort.signal)
      setOwn((now) => new Set([...now, id]))
      await annotationImportsChanged(queries, imageId)
    } catch (error) {
      if (error instanceof ApiFailure) fail(error)
      else if (!abort.signal.aborted) throw error
    } finally {
      setSending((now) => now.filter((one) => one !== entry))
    }
  }
  const start: Imports['start'] = (files, mask) => {
    void files.reduce((before, file) => before.then(() => send(file, mask)), Promise.resolve())
  }
  return { list: query.data, error: queryError('The imports could not be loaded', query), sending, start, change }
}
