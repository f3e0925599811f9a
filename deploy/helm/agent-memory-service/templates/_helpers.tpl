{{- define "memory.name" -}}
{{- $base := ternary .Release.Name (printf "%s-%s" .Release.Name .Chart.Name) (contains .Chart.Name .Release.Name) -}}
{{- $base | trunc 40 | trimSuffix "-" -}}
{{- end }}

{{- define "memory.selector" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "memory.labels" -}}
{{ include "memory.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" }}
{{- end }}

{{- define "memory.image" -}}
{{ printf "%s:%s" .Values.image.repository (.Values.image.tag | default .Chart.AppVersion) | quote }}
{{- end }}

{{- define "memory.podSecurity" -}}
runAsNonRoot: true
runAsUser: 1000
runAsGroup: 1000
fsGroup: 1000
fsGroupChangePolicy: OnRootMismatch
seccompProfile:
  type: RuntimeDefault
{{- end }}

{{- define "memory.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop:
    - ALL
{{- end }}

{{- /* What the service, its maintenance and its migrations have in common. MAINTENANCE_ENABLED and MIGRATE_ON_START come from the chart alone. */}}
{{- define "memory.env" -}}
{{- $secret := required "existingSecret must name a Secret with DATABASE_URL and SERVICE_SECRET_KEY" .Values.existingSecret -}}
{{- $database := .Values.databaseSecret -}}
{{- range .Values.secretKeys }}
{{- $isElsewhere := and (eq . "DATABASE_URL") (ne $database.name "") }}
- name: {{ . }}
  valueFrom:
    secretKeyRef:
      name: {{ ternary $database.name $secret $isElsewhere }}
      key: {{ ternary $database.key . $isElsewhere }}
{{- end }}
{{- with .Values.files.s3 }}
{{- if .bucket }}
- name: FILES_S3_BUCKET
  value: {{ .bucket | quote }}
- name: FILES_S3_ENDPOINT
  value: {{ .endpoint | quote }}
- name: FILES_S3_REGION
  value: {{ .region | quote }}
- name: FILES_S3_PATH_STYLE
  value: {{ .pathStyle | quote }}
{{- end }}
{{- end }}
{{- range $name, $value := .Values.settings }}
- name: {{ $name }}
  value: {{ include "memory.plain" $value | quote }}
{{- end }}
{{- end }}

{{- /* Large whole numbers come out of a values file as floats, which would be written 5e+09. */}}
{{- define "memory.plain" -}}
{{- if and (kindIs "float64" .) (eq . (floor .)) }}{{ printf "%.0f" . }}{{ else }}{{ . }}{{ end }}
{{- end }}

{{- define "memory.volumeMounts" -}}
- name: data
  mountPath: /data
- name: tmp
  mountPath: /tmp
{{- end }}

{{- define "memory.volumes" -}}
- name: data
  {{- if .Values.files.existingClaim }}
  persistentVolumeClaim:
    claimName: {{ .Values.files.existingClaim }}
  {{- else if or .Values.files.s3.bucket .Values.files.ephemeral }}
  emptyDir: {}
  {{- else }}
  {{- fail "uploaded files need a place: set files.s3.bucket or files.existingClaim, or files.ephemeral=true where nothing is uploaded" }}
  {{- end }}
{{ include "memory.tmpVolume" . }}
{{- end }}

{{- define "memory.tmpVolume" -}}
- name: tmp
  emptyDir:
    sizeLimit: {{ .Values.temporarySpace }}
{{- end }}

{{- define "memory.scheduling" -}}
{{- with .Values.imagePullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{- /* The labels that Prometheus gives to the series of the ServiceMonitor. */}}
{{- define "memory.series" -}}
namespace="{{ .Release.Namespace }}",job="{{ include "memory.name" . }}"
{{- end }}

{{- /* What the pods may call. */}}
{{- define "memory.egress" -}}
egress:
  - ports:
      - port: 53
        protocol: UDP
      - port: 53
        protocol: TCP
  {{- with .Values.networkPolicy.egressPorts }}
  - ports:
      {{- range . }}
      - port: {{ . }}
        protocol: TCP
      {{- end }}
  {{- end }}
  {{- with .Values.networkPolicy.extraEgress }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- end }}
