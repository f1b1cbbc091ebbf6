import { allowedExtensions } from '@lamella/shared/contract'
import { type DragEvent, useRef, useState } from 'react'
import { type ChosenFile, droppedFiles, pickWithHandles } from './chosen-file.ts'
import css from './file-picker.module.css'
import type { fileTypes } from './file-types.tsx'
import { companionExtension } from './selection.ts'

interface FilePickerProps {
  kind: (typeof fileTypes)[number]
  onFiles: (files: ChosenFile[]) => void
}

/** Zone for one kind of image data: click, or drop files and folders (D3-2-47). */
export const FilePicker = ({ kind, onFiles }: FilePickerProps) => {
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const Icon = kind.icon
  const extensions = [...allowedExtensions[kind.type], companionExtension]
  const choose = (): void => {
    const picking = pickWithHandles(extensions)
    if (picking) void picking.then(onFiles)
    else input.current?.click()
  }
  const drop = (event: DragEvent): void => {
    event.preventDefault()
    setOver(false)
    void droppedFiles(event.dataTransfer).then(onFiles)
  }
  return (
    <>
      <button
        type="button"
        className={css.zone}
        data-over={over || undefined}
        onClick={choose}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <Icon size={20} stroke={1.6} className={css.icon} aria-hidden />
        <strong className={css.title}>{kind.title}</strong>
        <span className={css.text}>Click to select files or drag and drop the files onto the compatible type</span>
        <span className={css.formats}>{kind.formats}</span>
      </button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={`Files for ${kind.title}`}
        accept={extensions.map((extension) => `.${extension}`).join(',')}
        onChange={(event) => {
          onFiles([...(event.currentTarget.files ?? [])].map((file) => ({ file, handle: null })))
          // Reset, so that a removed file can be picked again.
          event.currentTarget.value = ''
        }}
      />
    </>
  )
}
