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
