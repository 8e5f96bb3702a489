{{- define "muniment.name" -}}
{{- .Release.Name | trunc 63 | trimSuffix "-" -}}
{{- end -}}

{{- define "muniment.selectorLabels" -}}
app.kubernetes.io/name: muniment
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "muniment.labels" -}}
{{ include "muniment.selectorLabels" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end -}}

{{/* Workers have a name of their own, so that neither the Service nor the selector of the other Deployment finds their pods. */}}
{{- define "muniment.componentSelectorLabels" -}}
app.kubernetes.io/name: {{ .name }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
{{- end -}}

{{- define "muniment.componentLabels" -}}
{{ include "muniment.componentSelectorLabels" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
{{- end -}}
