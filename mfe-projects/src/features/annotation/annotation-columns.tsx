import type { Annotation } from '@lamella/shared/contract'
import { type DataTableColumn, formatNumber, formatTimestamp, TimeAgo } from '@lamella/shared/ui'
import { typeNames } from './drawn-objects.ts'

/** Columns of the annotations of a project. */
export const annotationColumns: readonly DataTableColumn<Annotation>[] = [
  { id: 'no', title: 'No.', value: ({ no }) => no, render: ({ no }) => formatNumber(no), align: 'right', width: 88 },
  { id: 'image', title: 'Image', value: ({ imageName }) => imageName, isName: true },
  { id: 'type', title: 'Type', value: ({ geometryType }) => typeNames[geometryType], width: 120, minTableWidth: 480 },
  { id: 'owner', title: 'Owner', value: ({ ownerName }) => ownerName, width: 196, wideOnly: true },
  {
    id: 'modified',
    title: 'Last modified',
    value: ({ modified }) => modified,
    filterText: ({ modified }) => formatTimestamp(new Date(modified)),
    render: ({ modified }) => <TimeAgo date={modified} />,
    width: 168,
    minTableWidth: 760,
  },
]
