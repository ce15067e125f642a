FROM python:3.11-slim

WORKDIR /app
COPY requirements.txt .
RUN pip install --no-cache-dir --require-hashes --no-deps -r requirements.txt
COPY . .
RUN useradd --uid 1000 yarnnn && install -d -o yarnnn -m 700 /data
USER yarnnn
ENV YARNNN_HOME=/data HOST=0.0.0.0 PYTHONUNBUFFERED=1
VOLUME /data
EXPOSE 8000
CMD ["python", "-m", "yarnnn.serving"]
