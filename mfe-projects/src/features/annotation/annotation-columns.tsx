import type { Annotation, Label } from '@lamella/shared/contract'
import { type DataTableColumn, formatNumber, formatTimestamp, TimeAgo } from '@lamella/shared/ui'
import { typeNames } from './drawn-objects.ts'
import { LabelNames, labelsIn } from './label-names.tsx'
import type { LabelsById } from './use-labels.ts'

/** Path of the viewer at an annotation, on the scene, plane and time point on which it lies. */
export const annotationAddress = ({ id, imageId, projectId, scene, z, timeSeriesStep }: Annotation): string => {
  const places = [
    ['scene', scene || null],
    ['t', timeSeriesStep],
    ['z', z],
  ] as const
  // Addresses count from 1.
  const stated = places.map(([name, index]) => (index === null ? '' : `&${name}=${index + 1}`)).join('')
  return `/projects/${projectId}/viewer?image=${imageId}${stated}&annotation=${id}`
}

const labelsOf = ({ labelAssignments }: Annotation, labels: LabelsById): Label[] =>
  labelsIn(
    labelAssignments.map(({ labelId }) => labelId),
    labels,
  )

/** Columns of the annotations of a project. @param labels - of the project, by id */
export const annotationColumns = (labels: LabelsById): readonly DataTableColumn<Annotation>[] => [
  { id: 'no', title: 'No.', value: ({ no }) => no, render: ({ no }) => formatNumber(no), align: 'right', width: 88 },
  { id: 'image', title: 'Image', value: ({ imageName }) => imageName, isName: true },
  {
    id: 'label',
    title: 'Label',
    value: (row) =>
      labelsOf(row, labels)
        .map(({ name }) => name)
        .join(', '),
    render: (row) => <LabelNames labels={labelsOf(row, labels)} />,
    minTableWidth: 340,
  },
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
