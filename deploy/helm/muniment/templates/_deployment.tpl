{{/* A Deployment. Takes root, name (its app.kubernetes.io/name), suffix, replicas, resources and roles ("" for all). */}}
{{- define "muniment.deployment" -}}
{{- $root := .root -}}
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ include "muniment.name" $root }}{{ .suffix }}
  labels: {{- include "muniment.componentLabels" . | nindent 4 }}
spec:
  replicas: {{ .replicas }}
  strategy:
    rollingUpdate: { maxSurge: 1, maxUnavailable: 0 }
  selector:
    matchLabels: {{- include "muniment.componentSelectorLabels" . | nindent 6 }}
  template:
    metadata:
      labels: {{- include "muniment.componentLabels" . | nindent 8 }}
    spec:
      automountServiceAccountToken: false
      enableServiceLinks: false
      terminationGracePeriodSeconds: {{ add $root.Values.shutdown.delaySeconds $root.Values.shutdown.timeoutSeconds 15 }}
      {{- with $root.Values.imagePullSecrets }}
      imagePullSecrets: {{- toYaml . | nindent 8 }}
      {{- end }}
      securityContext:
        runAsNonRoot: true
        runAsUser: 10001
        runAsGroup: 10001
        fsGroup: 10001
        seccompProfile: { type: RuntimeDefault }
      topologySpreadConstraints:
        - maxSkew: 1
          topologyKey: kubernetes.io/hostname
          whenUnsatisfiable: ScheduleAnyway
          labelSelector:
            matchLabels: {{- include "muniment.componentSelectorLabels" . | nindent 14 }}
      containers:
        - name: muniment
          image: {{ printf "%s:%s" $root.Values.image.repository ($root.Values.image.tag | default $root.Chart.AppVersion) | quote }}
          imagePullPolicy: {{ $root.Values.image.pullPolicy }}
          securityContext:
            allowPrivilegeEscalation: false
            readOnlyRootFilesystem: true
            capabilities: { drop: [ALL] }
          ports:
            - { name: http, containerPort: 3000 }
          env:
            - { name: PUBLIC_URL, value: {{ $root.Values.publicUrl | quote }} }
            - { name: TRUST_PROXY, value: {{ $root.Values.trustProxy | quote }} }
            - { name: S3_BUCKET, value: {{ required "s3.bucket is required" $root.Values.s3.bucket | quote }} }
            - { name: S3_REGION, value: {{ $root.Values.s3.region | quote }} }
            {{- with $root.Values.s3.endpoint }}
            - { name: S3_ENDPOINT, value: {{ . | quote }} }
            {{- end }}
            - { name: SHUTDOWN_DELAY_SECONDS, value: {{ $root.Values.shutdown.delaySeconds | quote }} }
            - { name: SHUTDOWN_TIMEOUT_SECONDS, value: {{ $root.Values.shutdown.timeoutSeconds | quote }} }
            {{- with .roles }}
            - { name: ROLES, value: {{ . | quote }} }
            {{- end }}
            {{- range $name, $value := $root.Values.settings }}
            - { name: {{ $name }}, value: {{ $value | quote }} }
            {{- end }}
            {{- $secret := required "existingSecret is required" $root.Values.existingSecret }}
            {{- range $name := list "DATABASE_URL" "MASTER_KEY" "S3_ACCESS_KEY_ID" "S3_SECRET_ACCESS_KEY" }}
            - { name: {{ $name }}, valueFrom: { secretKeyRef: { name: {{ $secret }}, key: {{ $name }} } } }
            {{- end }}
            {{- range $name := list "ADMIN_PASSWORD" "SMTP_URL" "METRICS_TOKEN" "AI_API_KEY" "OIDC_CLIENT_SECRET" "OTEL_EXPORTER_OTLP_HEADERS" "SEARCH_PASSWORD" "ANCHOR_S3_ACCESS_KEY_ID" "ANCHOR_S3_SECRET_ACCESS_KEY" }}
            - { name: {{ $name }}, valueFrom: { secretKeyRef: { name: {{ $secret }}, key: {{ $name }}, optional: true } } }
            {{- end }}
          startupProbe:
            httpGet: { path: /livez, port: http }
            periodSeconds: 2
            failureThreshold: 150
          livenessProbe:
            httpGet: { path: /livez, port: http }
            periodSeconds: 10
            timeoutSeconds: 5
          readinessProbe:
            httpGet: { path: /readyz, port: http }
            periodSeconds: 3
            timeoutSeconds: 5
          resources: {{- toYaml .resources | nindent 12 }}
          volumeMounts:
            - { name: data, mountPath: /data }
            - { name: tmp, mountPath: /tmp }
      volumes:
        - name: data
          emptyDir: { sizeLimit: {{ $root.Values.dataSizeLimit }} }
        - name: tmp
          emptyDir: { medium: Memory, sizeLimit: {{ $root.Values.tmpSizeLimit }} }
      {{- with $root.Values.nodeSelector }}
      nodeSelector: {{- toYaml . | nindent 8 }}
      {{- end }}
      {{- with $root.Values.tolerations }}
      tolerations: {{- toYaml . | nindent 8 }}
      {{- end }}
      {{- with $root.Values.affinity }}
      affinity: {{- toYaml . | nindent 8 }}
      {{- end }}
{{- end -}}
